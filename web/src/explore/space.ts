// The visited space as a drawing: one line of states per distance from the first. Drawn on a canvas, so that ten thousand states move
// as well as ten.

import { h } from '../dom';
import { ask } from './api';

interface Node { x: number; y: number; standing: string; violated: boolean }

const GAP = 26;
const LEVEL = 44;

export class Space {
  readonly element: HTMLElement;
  private readonly canvas = h('canvas', { class: 'space', role: 'img', 'aria-label': 'The visited states' });
  private readonly nodes: Node[] = [];
  private readonly edges: [number, number][] = [];
  private readonly levels: number[] = [];
  private marked = new Set<number>();
  private way = new Set<number>();
  private here = 0;
  private scale = 1;
  private left = 0;
  private top = 0;
  private isFitted = true;

  constructor(private readonly select: (id: number) => void) {
    const zoom = (factor: number) => () => { this.zoom(factor, this.canvas.clientWidth / 2, this.canvas.clientHeight / 2); };
    this.element = h('div', { class: 'drawing' }, h('div', { class: 'tools' },
      h('button', { type: 'button', 'aria-label': 'Closer', click: zoom(1.25) }, '+'),
      h('button', { type: 'button', 'aria-label': 'Further away', click: zoom(0.8) }, '−'),
      h('button', { type: 'button', 'aria-label': 'All of it', click: () => { this.isFitted = true; this.draw(); } }, 'fit'),
      h('span', { class: 'quiet' }, 'Click a state to go there; drag to move.')), this.canvas);
    this.listen();
    new ResizeObserver(() => this.draw()).observe(this.canvas);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.draw());
  }

  /** Fetches what is new and draws everything. */
  async update(here: number, way: number[]): Promise<void> {
    const { nodes, edges } = await ask<{ nodes: [number, string, number][]; edges: [number, number, number][] }>('graph', { states: this.nodes.length, edges: this.edges.length });
    for (const [depth, standing, violated] of nodes) {
      const place = this.levels[depth] ?? 0;
      this.levels[depth] = place + 1;
      // From the middle outwards, so that what came first stays in the middle.
      const x = place === 0 ? 0 : (place % 2 === 1 ? 1 : -1) * Math.ceil(place / 2) * GAP;
      this.nodes.push({ x, y: depth * LEVEL, standing, violated: violated === 1 });
    }
    for (const [from, to] of edges) this.edges.push([from, to]);
    this.here = here;
    this.way = new Set(way);
    this.canvas.setAttribute('aria-label', `${this.nodes.length} visited states; this is state ${here}`);
    this.draw();
  }

  mark(states: number[]): void {
    this.marked = new Set(states);
    this.draw();
  }

  clear(): void {
    this.nodes.length = this.edges.length = this.levels.length = 0;
    this.marked.clear();
  }

  private fit(): void {
    const [width, height] = [this.canvas.clientWidth, this.canvas.clientHeight];
    const widest = Math.max(2, ...this.levels.map((count) => count ?? 0)) * GAP;
    this.scale = Math.min(1.6, (width - 30) / widest, (height - 40) / Math.max(LEVEL, (this.levels.length - 1) * LEVEL));
    [this.left, this.top] = [width / 2, 20];
  }

  private zoom(factor: number, x: number, y: number): void {
    this.isFitted = false;
    this.left = x - (x - this.left) * factor;
    this.top = y - (y - this.top) * factor;
    this.scale *= factor;
    this.draw();
  }

  private draw(): void {
    const { canvas } = this;
    const [width, height, ratio] = [canvas.clientWidth, canvas.clientHeight, window.devicePixelRatio || 1];
    if (width === 0) return;
    if (this.isFitted) this.fit();
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    const pen = canvas.getContext('2d')!;
    const style = getComputedStyle(document.documentElement);
    const colour = (name: string) => style.getPropertyValue(name).trim();
    pen.setTransform(this.scale * ratio, 0, 0, this.scale * ratio, this.left * ratio, this.top * ratio);
    const thick = Math.max(1, 0.4 / this.scale);
    this.drawEdges(pen, colour('--line'), colour('--link'), thick);
    const radius = Math.max(7, 2 / this.scale);
    this.nodes.forEach((node, id) => {
      pen.beginPath();
      pen.arc(node.x, node.y, id === this.here ? radius * 1.4 : radius, 0, 2 * Math.PI);
      pen.fillStyle = this.marked.has(id) ? colour('--open') : id === this.here ? colour('--link') : colour('--raised');
      pen.fill();
      pen.strokeStyle = node.violated || node.standing === 'deadlocked' ? colour('--bad') : node.standing === 'ended' ? colour('--good') : colour('--quiet');
      pen.lineWidth = (node.violated || this.way.has(id) ? 2.5 : 1.2) * thick;
      pen.stroke();
      if (this.scale > 0.9) {
        pen.fillStyle = id === this.here || this.marked.has(id) ? colour('--paper') : colour('--ink');
        pen.font = '8px system-ui, sans-serif';
        pen.textAlign = 'center';
        pen.fillText(String(id), node.x, node.y + 3);
      }
    });
  }

  private drawEdges(pen: CanvasRenderingContext2D, plain: string, walked: string, thick: number): void {
    for (const onWay of [false, true]) {
      pen.beginPath();
      for (const [from, to] of this.edges) {
        if ((this.way.has(from) && this.way.has(to)) !== onWay) continue;
        const [a, b] = [this.nodes[from], this.nodes[to]];
        if (!a || !b) continue;
        pen.moveTo(a.x, a.y);
        if (b.y > a.y) pen.lineTo(b.x, b.y);
        else pen.quadraticCurveTo((a.x + b.x) / 2 + 18, (a.y + b.y) / 2, b.x, b.y);
      }
      pen.strokeStyle = onWay ? walked : plain;
      pen.lineWidth = (onWay ? 2 : 1) * thick;
      pen.stroke();
    }
  }

  private listen(): void {
    const { canvas } = this;
    let from: { x: number; y: number; moved: boolean } | null = null;
    canvas.addEventListener('pointerdown', (event) => { from = { x: event.clientX, y: event.clientY, moved: false }; });
    canvas.addEventListener('pointerleave', () => { from = null; });
    canvas.addEventListener('pointermove', (event) => {
      if (!from) return;
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
      if (!from.moved && Math.hypot(dx, dy) < 4) return;
      [this.left, this.top, this.isFitted] = [this.left + dx, this.top + dy, false];
      from = { x: event.clientX, y: event.clientY, moved: true };
      this.draw();
    });
    canvas.addEventListener('pointerup', (event) => {
      const wasClick = from && !from.moved;
      from = null;
      if (!wasClick) return;
      const box = canvas.getBoundingClientRect();
      const [x, y] = [(event.clientX - box.left - this.left) / this.scale, (event.clientY - box.top - this.top) / this.scale];
      let [best, least] = [-1, (16 / this.scale) ** 2];
      this.nodes.forEach((node, id) => {
        const distance = (node.x - x) ** 2 + (node.y - y) ** 2;
        if (distance < least) [best, least] = [id, distance];
      });
      if (best >= 0) this.select(best);
    });
    canvas.addEventListener('wheel', (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const box = canvas.getBoundingClientRect();
      this.zoom(event.deltaY < 0 ? 1.15 : 0.87, event.clientX - box.left, event.clientY - box.top);
    }, { passive: false });
  }
}
