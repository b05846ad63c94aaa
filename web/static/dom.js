// Building blocks. Everything from the service goes into the page as text, or through markdown below.

export function el(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  set(node, attributes);
  node.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false));
  return node;
}

function set(node, attributes) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === false || value === null) continue;
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? '' : value);
  }
}

const paths = {
  phone: 'M5 3h4l2 5-3 2a12 12 0 0 0 6 6l2-3 5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 3 5a2 2 0 0 1 2-2z',
  back: 'M15 5l-7 7 7 7',
  check: 'M5 13l5 5 9-11',
  close: 'M6 6l12 12M18 6L6 18',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5',
  alert: 'M12 3l10 18H2zM12 10v5M12 18v.1',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l4 2',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18',
  home: 'M3 12l9-8 9 8M6 10v10h12V10',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v6M12 7.5v.1',
  star: 'M12 3l2.8 5.9 6.2.8-4.6 4.4 1.2 6.4L12 17.4l-5.6 3.1 1.2-6.4L3 9.7l6.2-.8z',
  out: 'M9 5H5v14h14v-4M13 5h6v6M19 5l-9 9',
};

// icon is decoration: what it says stands beside it in words.
export function icon(name) {
  const ns = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(ns, 'svg');
  set(svg, { viewBox: '0 0 24 24', class: 'icon icon-' + name, 'aria-hidden': 'true', focusable: 'false' });
  const path = document.createElementNS(ns, 'path');
  path.setAttribute('d', paths[name]);
  svg.append(path);
  return svg;
}

let last = 0;
export const uid = (prefix) => prefix + '-' + (++last);

// inline understands links, bold and italics; anything else stays text. link(target, label) makes the element
// for a link, or null to show the label only.
export function inline(text, link) {
  const out = [];
  const pattern = /\[([^\]]+)\]\(([^)\s]+)\)|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|_([^_\s][^_]*)_(?!\w)/g;
  let at = 0;
  for (const m of text.matchAll(pattern)) {
    if (m[5] && /\w/.test(text[m.index - 1] || '')) continue; // snake_case is no emphasis
    out.push(text.slice(at, m.index));
    if (m[1]) out.push((link && link(m[2], m[1])) || m[1]);
    else if (m[3]) out.push(el('strong', {}, inline(m[3], link)));
    else out.push(el('em', {}, m[4] || m[5]));
    at = m.index + m[0].length;
  }
  out.push(text.slice(at));
  return out;
}

// markdown adds paragraphs, line breaks and bullet points.
export function markdown(text, link) {
  const out = [];
  let list = null;
  for (const line of text.split('\n')) {
    const bullet = /^\s*[-*] (.*)$/.exec(line);
    if (bullet) {
      if (!list) out.push(list = el('ul'));
      list.append(el('li', {}, inline(bullet[1], link)));
    } else {
      list = null;
      if (line.trim()) out.push(el('p', {}, inline(line, link)));
    }
  }
  return out;
}

// Unknown formats are shown as text; of HTML only the text.
const plain = (m) => m.format === 'HTML' ? entities(m.value.replace(/<[^>]*>/g, ' ')) : m.value;

export const words = (m, link) => m.format === 'MARKDOWN' ? inline(m.value, link) : [plain(m)];

// messages renders display units in order; bullet points that follow each other are one list.
export function messages(list, { link, level = 2 } = {}) {
  const out = [];
  let bullets = null;
  for (const m of list || []) {
    if (m.type === 'BULLET_POINT') {
      if (!bullets) out.push(bullets = el('ul'));
      bullets.append(el('li', {}, words(m, link)));
      continue;
    }
    bullets = null;
    if (m.type === 'HEADER') out.push(el('h' + level, {}, words(m, link)));
    else if (m.format === 'MARKDOWN') out.push(...markdown(m.value, link));
    else out.push(...plain(m).split('\n').filter((x) => x.trim()).map((x) => el('p', { class: m.type === 'INPUT_HINT' && 'soft' }, x)));
  }
  return out;
}

const named = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };
export const entities = (s) => s.replace(/&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+));/gi,
  (all, dec, hex, name) => dec || hex ? String.fromCodePoint(Math.min(0x10ffff, parseInt(dec || hex, dec ? 10 : 16))) : named[name] || all);

// highlight shows a suggestion whose matches the service wrapped in <i>…</i>, without using it as HTML.
export const highlight = (html) => html.split(/(<i>.*?<\/i>)/).map((part) => {
  const m = /^<i>(.*)<\/i>$/.exec(part);
  return m ? el('mark', {}, entities(m[1])) : entities(part);
});
