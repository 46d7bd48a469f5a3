"""Tool-info module of BenchExec for `hazard svcomp`.

Put the folder of this file on PYTHONPATH and name the module in the benchmark definition: <benchmark tool="hazard" ...>.
A task is one definition (.yml) with a property file; the verdict is the first word that the tool prints.
"""

import benchexec.result as result
from benchexec.tools.template import BaseTool2


class Tool(BaseTool2):
    def executable(self, tool_locator):
        return tool_locator.find_executable("hazard")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="hazard")

    def name(self):
        return "Hazard"

    def project_url(self):
        return ""

    def cmdline(self, executable, options, task, rlimits):
        # Input files are folders of sources; the definition beside them says the same and names the API.
        command = [executable, "svcomp", "--sources", *task.input_files_or_identifier]
        if task.property_file:
            command += ["--property", task.property_file]
        if rlimits.walltime or rlimits.cputime:
            seconds = min(limit for limit in (rlimits.walltime, rlimits.cputime) if limit)
            command += ["--max-time", f"{max(1, int(seconds * 0.95))}s"]
        return command + list(options)

    def determine_result(self, run):
        for line in run.output:
            word = line.split()[0] if line.split() else ""
            if word == "true":
                return result.RESULT_TRUE_PROP
            if word == "false":
                return result.RESULT_FALSE_PROP
            if word == "unknown":
                return result.RESULT_UNKNOWN
        return result.RESULT_ERROR
