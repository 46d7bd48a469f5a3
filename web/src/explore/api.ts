// What the page asks of the machine, and what comes back.

import type { Property, SceneChange, Step } from '../data';

export interface Choice {
  pick: number;
  choice: string;
  probability: number;
  thread?: string | null;
  location?: string | null;
  text: string;
  /** Where it leads, if that is known; -1 if nowhere. */
  target: number | null;
}

export interface State {
  id: number;
  depth: number;
  standing: 'open' | 'ended' | 'deadlocked' | 'ignored';
  labels: string[];
  violations: string[];
  choices: Choice[];
  scenes: SceneChange[];
  step: Step | null;
  parent: number | null;
  variables: [string, string][];
}

export interface Progress {
  states: number;
  transitions: number;
  frontier: number;
  progress: number;
  violations: [number, string][];
}

export interface Start {
  kind: string;
  labels: string[];
  rewards: string[];
  state: State;
  output: string;
  progress: Progress;
  traces: boolean;
}

export interface Asked {
  text: string;
  answer: Property | null;
  states: [number, number][];
  is_truth: boolean;
}

export class Restarted extends Error {}

const token = new URLSearchParams(location.search).get('token') ?? '';

/** Asks; what is wrong comes back as an error with a sentence. */
export async function ask<T>(what: string, given: object = {}): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`/api/${what}`, { method: 'POST', headers: { 'X-Token': token }, body: JSON.stringify(given) });
  } catch {
    throw new Error('Hazard does not answer; was it ended?');
  }
  if (!response.ok) throw new Error((await response.text()).trim());
  const answer = await response.json();
  if (answer.restarted) throw new Restarted('Threads share more than was known: the space begins anew.');
  return answer as T;
}
