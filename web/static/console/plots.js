// Plots as inline SVG. Each is a picture with its summary as a name; its numbers stand beside it in a table.
import { el } from '../dom.js';

const NS = 'http://www.w3.org/2000/svg';

function svg(name, attributes = {}, ...children) {
  const node = document.createElementNS(NS, name);
  for (const [k, v] of Object.entries(attributes)) node.setAttribute(k, v);
  node.append(...children);
  return node;
}

const picture = (width, height, label, ...children) => svg('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label, class: 'plot' }, ...children);

// ticks are round numbers from 0 to at least max, at most five of them.
export function ticks(max) {
  if (max <= 0) return [0, 1];
  const rough = max / 4, power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((x) => x * power).find((x) => x >= rough));
  const out = [];
  for (let v = 0; v < max + step; v += step) out.push(v);
  return out;
}

// columns draws {label, value, part} upright; part is the filled share of value.
export function columns(rows, label) {
  const w = innerWidth < 640 ? 340 : 720, h = innerWidth < 640 ? 200 : 240, left = 30, right = 16, bottom = 28, top = 10; // letters keep their size
  const every = Math.ceil(rows.length / (w / 60));
  const scale = ticks(Math.max(...rows.map((r) => r.value), 1));
  const max = scale.at(-1), y = (v) => top + (h - top - bottom) * (1 - v / max);
  const step = (w - left - right) / rows.length, width = Math.max(2, Math.min(44, step * 0.72));
  const lines = scale.map((v) => svg('g', {}, svg('line', { x1: left, x2: w, y1: y(v), y2: y(v), class: 'grid' }), text(left - 8, y(v) + 4, v, 'end')));
  const bars = rows.map((r, i) => {
    const x = left + i * step + (step - width) / 2;
    const parts = [svg('rect', { x, y: y(r.value), width, height: y(0) - y(r.value), rx: Math.min(4, width / 4), class: r.part === undefined ? 'bar' : 'bar rest' })];
    if (r.part) parts.push(svg('rect', { x, y: y(r.part), width, height: y(0) - y(r.part), rx: Math.min(4, width / 4), class: 'bar' }));
    const title = svg('title');
    title.textContent = r.label + ': ' + r.value;
    return svg('g', {}, title, ...parts, ...((rows.length - 1 - i) % every === 0 ? [text(x + width / 2, h - 8, r.short ?? r.label, 'middle')] : []));
  });
  return picture(w, h, label, ...lines, ...bars);
}

function text(x, y, words, anchor) {
  const t = svg('text', { x, y, 'text-anchor': anchor });
  t.textContent = words;
  return t;
}

// bars draws {label, value, kind} as lines of a list, with their numbers: words and bar in one.
export function bars(rows, total) {
  const max = Math.max(...rows.map((r) => r.value), 1);
  return el('ul', { class: 'bars' }, rows.map((r) => {
    const bar = el('span', { class: 'fill ' + (r.kind || '') });
    bar.style.inlineSize = (100 * r.value / max) + '%';
    return el('li', {}, el('span', { class: 'what' }, r.label), el('span', { class: 'track', 'aria-hidden': 'true' }, bar), el('span', { class: 'number' }, r.shown ?? String(r.value), total ? el('small', {}, ' ' + Math.round(100 * r.value / total) + ' %') : null));
  }));
}

// table has a caption, headed columns, and numbers to the right.
export function table(caption, heads, rows, { hidden = false } = {}) {
  return el('table', {}, el('caption', { class: hidden && 'unseen' }, caption), el('thead', {}, el('tr', {}, heads.map((h) => el('th', { scope: 'col' }, h)))),
    el('tbody', {}, rows.map((r) => el('tr', {}, r.map((c) => el('td', { class: typeof c === 'number' && 'num' }, typeof c === 'number' ? String(c) : c))))));
}
