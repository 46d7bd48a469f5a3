#!/usr/bin/env python3
"""Loads every model that `hazard bench corpus -o DIR` wrote with stormpy and compares the values.

Usage: bench/corpus_storm.py DIR/corpus

Probabilities and expected rewards must agree to 1e-6, relatively. Exit status 1 if one does not, 2 without stormpy.
"""

import json
import math
import pathlib
import sys


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.strip())
    try:
        import stormpy
    except ImportError:
        print("stormpy is not installed: pip install stormpy", file=sys.stderr)
        sys.exit(2)
    folder = pathlib.Path(sys.argv[1])
    manifest = json.loads((folder / "manifest.json").read_text())
    agreed, wrong = 0, []
    for entry in manifest["models"]:
        model = stormpy.build_model_from_umb(str(folder / entry["files"]["umb"]))
        if model.nr_states < entry["states"]:
            wrong.append(f"{entry['name']}: {model.nr_states} states, the manifest has {entry['states']}")
        for question in entry["properties"]:
            formula = stormpy.parse_property(question["formula"])
            result = stormpy.model_checking(model, formula, only_initial_states=True)
            theirs = result.get_value(model.initial_states[0])
            ours = math.inf if question["value"] == "inf" else question["value"]
            if ours == theirs or abs(ours - theirs) <= 1e-6 * max(1.0, abs(ours)):
                agreed += 1
            else:
                wrong.append(f"{entry['name']}: {question['formula']}: ours {ours}, Storm {theirs}")
    print(f"{len(manifest['models'])} models, {agreed} values agree, {len(wrong)} do not")
    print("\n".join(wrong))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
