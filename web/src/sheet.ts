// A drawing behind a window: as large as can be read, moved by hand, keys or a small map of all of it.

import { h, s } from './dom';

/** Below this, the letters of a drawing are too small to be read. */
const READABLE = 0.75;
/** How far away and how close one can go. */
const [FURTHEST, CLOSEST] = [0.02, 4];
const MAP = 150;

export interface Extent { width: number; height: number }
export interface Point { x: number; y: number }

export class Sheet {
  readonly element: HTMLElement;
  readonly buttons: HTMLElement[];
  private readonly view = s('rect', { class: 'in-view' });
  private readonly map: SVGSVGElement;
  private centre: Point;
  private scale = 0;

  /** `first` is what is seen first where not all of the drawing can be read at once; `dots` are what the map shows. */
  constructor(private readonly svg: SVGSVGElement, private readonly extent: Extent, private readonly first: Point, dots: { x: number; y: number; kind: string }[]) {
    this.centre = { x: extent.width / 2, y: extent.height / 2 };
    const radius = Math.max(extent.width, extent.height) / 110;
    this.map = s('svg', { class: 'map', viewBox: `0 0 ${extent.width} ${extent.height}`, 'aria-hidden': 'true', pointerdown: (event: PointerEvent) => this.jump(event), pointermove: (event: PointerEvent) => event.buttons && this.jump(event) },
      ...dots.map(({ x, y, kind }) => s('circle', { class: kind, cx: x, cy: y, r: radius })), this.view);
    const [wide, high] = extent.width > extent.height ? [MAP, (MAP * extent.height) / extent.width] : [(MAP * extent.width) / extent.height, MAP];
    this.map.style.width = `${Math.max(24, wide)}px`;
    this.map.style.height = `${Math.max(24, high)}px`;
    this.element = h('div', { class: 'sheet', tabindex: 0, role: 'group', 'aria-label': 'The drawing: arrow keys move it, plus and minus change its size', keydown: (event: KeyboardEvent) => this.key(event) }, svg, this.map);
    this.buttons = ([['+', 1.25, 'Closer'], ['−', 0.8, 'Further away'], ['fit', 0, 'All of it']] as const).map(([sign, factor, name]) =>
      h('button', { type: 'button', 'aria-label': name, click: () => (factor === 0 ? this.fit() : this.zoom(factor)) }, sign));
    this.drag();
    new ResizeObserver(() => this.resize()).observe(this.element);
    // Paper shows all of it.
    let [kept, at] = [0, this.centre];
    addEventListener('beforeprint', () => { [kept, at] = [this.scale, this.centre]; this.fit(); });
    addEventListener('afterprint', () => { [this.scale, this.centre] = [kept, at]; this.show(); });
  }

  /** Brings a place into sight. */
  bring(point: Point): void {
    const [width, height] = [this.width / this.scale, this.height / this.scale];
    if (Math.abs(point.x - this.centre.x) < width / 2 - 20 && Math.abs(point.y - this.centre.y) < height / 2 - 20) return;
    this.centre = point;
    this.show();
  }

  private get width(): number { return Math.max(1, this.svg.clientWidth); }

  private get height(): number { return Math.max(1, this.svg.clientHeight); }

  private get fitting(): number { return Math.min(this.width / this.extent.width, this.height / this.extent.height); }

  /** The window is as high as the drawing needs, but leaves room for the rest of the page. */
  private resize(): void {
    const wide = Math.max(1, this.element.clientWidth);
    const whole = Math.min(1.3, wide / this.extent.width);
    const high = Math.min(this.extent.height * (whole < READABLE ? 1 : whole), innerHeight * 0.75);
    this.svg.style.height = `${Math.round(high)}px`;
    if (this.scale === 0) {
      this.scale = Math.min(1.3, this.fitting);
      if (this.scale < READABLE) {
        this.scale = 1;
        this.centre = { x: this.first.x, y: this.first.y + this.height / 2 - 40 };
      }
    }
    this.show();
  }

  private fit(): void {
    this.scale = Math.min(1.3, this.fitting);
    this.centre = { x: this.extent.width / 2, y: this.extent.height / 2 };
    this.show();
  }

  private zoom(factor: number): void {
    this.scale = Math.max(FURTHEST, Math.min(CLOSEST, this.scale * factor));
    this.show();
  }

  private show(): void {
    const [width, height] = [this.width / this.scale, this.height / this.scale];
    // What is smaller than the window stands in its middle; what is larger does not leave it.
    const within = (at: number, seen: number, all: number) => (seen >= all ? all / 2 : Math.max(seen / 2, Math.min(all - seen / 2, at)));
    this.centre = { x: within(this.centre.x, width, this.extent.width), y: within(this.centre.y, height, this.extent.height) };
    const [x, y] = [this.centre.x - width / 2, this.centre.y - height / 2];
    this.svg.setAttribute('viewBox', `${x.toFixed(1)} ${y.toFixed(1)} ${width.toFixed(1)} ${height.toFixed(1)}`);
    for (const [name, value] of Object.entries({ x, y, width, height })) this.view.setAttribute(name, value.toFixed(1));
    this.map.style.display = width >= this.extent.width - 1 && height >= this.extent.height - 1 ? 'none' : '';
  }

  private jump(event: PointerEvent): void {
    const box = this.map.getBoundingClientRect();
    const scale = Math.min(box.width / this.extent.width, box.height / this.extent.height);
    this.centre = {
      x: (event.clientX - box.left - (box.width - this.extent.width * scale) / 2) / scale,
      y: (event.clientY - box.top - (box.height - this.extent.height * scale) / 2) / scale,
    };
    this.show();
  }

  private key(event: KeyboardEvent): void {
    const moves: Record<string, [number, number]> = { ArrowLeft: [-80, 0], ArrowRight: [80, 0], ArrowUp: [0, -80], ArrowDown: [0, 80] };
    const move = moves[event.key];
    if (move) {
      this.centre = { x: this.centre.x + move[0] / this.scale, y: this.centre.y + move[1] / this.scale };
      this.show();
    } else if (event.key === '+' || event.key === '-') this.zoom(event.key === '+' ? 1.25 : 0.8);
    else return;
    event.preventDefault();
  }

  private drag(): void {
    let from: Point | null = null;
    this.svg.addEventListener('pointerdown', (event) => { from = { x: event.clientX, y: event.clientY }; });
    for (const end of ['pointerup', 'pointerleave', 'pointercancel']) this.svg.addEventListener(end, () => { from = null; });
    this.svg.addEventListener('pointermove', (event) => {
      if (!from) return;
      this.centre = { x: this.centre.x - (event.clientX - from.x) / this.scale, y: this.centre.y - (event.clientY - from.y) / this.scale };
      from = { x: event.clientX, y: event.clientY };
      this.show();
    });
    // A wheel scrolls the page; with the control key, or by pinching, it changes the size.
    this.svg.addEventListener('wheel', (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 1.1 : 1 / 1.1);
    }, { passive: false });
  }
}
