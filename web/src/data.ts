// What a page carries: the JSON report, sources, a picture of the space.

export interface Step {
  choice: 'random' | 'schedule' | 'data' | 'resume';
  pick: number;
  of: number;
  probability: number;
  thread?: string | null;
  location?: string | null;
  text: string;
  forced?: { thread?: string | null; location?: string | null; text: string }[];
  output?: string;
  action?: string;
}

export interface Frame {
  method: string;
  file?: string | null;
  line?: number | null;
  library?: boolean;
  variables?: [string, string][];
}

export interface Thread {
  name: string;
  activity: 'runnable' | 'blocked' | 'waiting' | 'sleeping' | 'ended';
  waits?: string;
  awaits?: string;
  holds?: string[];
  frames: Frame[];
}

export interface SceneChange {
  threads?: Thread[];
  gone?: string[];
  fields?: Record<string, string | null>;
}

export interface Violation {
  kind?: string;
  message: string;
  location?: string | null;
  probability?: number;
  trace: Step[];
  details?: string[];
  output?: string;
  scenes?: SceneChange[];
  /** The calls with what they returned, a column per thread. */
  scenario?: string;
}

export interface Experiment {
  title: string;
  source: string;
  performed: string;
  tables: { title: string; columns: string[]; rows: string[][] }[];
  charts: { title: string; svg: string }[];
  reading: string;
}

export interface Property {
  name?: string;
  formula: string;
  value?: number | string | null;
  lower?: number | string | null;
  upper?: number | string | null;
  exact?: string | null;
  holds?: boolean | null;
}

export interface Picture {
  states: number;
  transitions: number;
  nodes?: { labels?: string[]; standing: string; text?: string }[];
  edges?: Edge[];
  parts: { count: number; final_parts: number; largest: number[] };
}

export interface Edge {
  from: number;
  to: number;
  pick: number;
  choice: string;
  row: number;
  probability: number;
  thread?: string;
  location?: string;
  text?: string;
}

export interface Report {
  verdict?: 'holds' | 'violated' | 'inconclusive';
  states?: number;
  transitions?: number;
  max_depth?: number;
  time_ms?: number;
  peak_bytes?: number;
  progress?: number;
  limits_hit?: string[];
  /** What stopped a search; of tests, how many. */
  unsupported?: string[] | number;
  assumptions?: (string | { sentence: string })[];
  warnings?: string[];
  violations?: Violation[];
  properties?: Property[];
  distributions?: { reward: string; values: { value: number; probability: number; exact: string }[]; without_end?: string }[];
  /** Laws of what methods return, exact or estimated. */
  results?: { method: string; values: { value?: string; label?: string; probability?: number; share?: number; upper?: number; exact?: string | null }[]; mean?: number | null; mean_exact?: string | null; without?: string }[];
  outcomes?: { result: string; ending?: string; probability?: number | null; schedules_seen?: string; expectation?: string; trace?: Step[] }[];
  runs?: number;
  confidence?: number;
  tests?: TestEntry[];
  complete?: boolean;
  search?: string;
  seed?: number;
  version?: string;
  picture?: Picture;
  inputs?: [string, string][];
  /** Of questions about operations: what they are, and how many scenarios were explored. */
  operations?: string[];
  scenarios?: number;
  experiments?: Experiment[];
}

export interface TestEntry {
  class: string;
  method: string;
  verdict: string;
  message?: string | null;
  schedules?: number;
  states?: number;
  location?: string | null;
  thread?: string | null;
  /** The file for `hazard replay`. */
  trace?: string | null;
  details?: string[];
  /** The schedule as the terminal tells it. */
  schedule?: string[];
}

export interface Page {
  topic: 'program' | 'model' | 'system' | 'inputs' | 'outcomes' | 'operations' | 'tests' | 'experiments';
  title: string;
  command: string;
  report: Report;
  sources?: Record<string, string>;
}

export function load(): Page {
  return JSON.parse(document.getElementById('data')!.textContent!) as Page;
}
