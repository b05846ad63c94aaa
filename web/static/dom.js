// Building blocks. Everything from the service goes into the page as text.

export function el(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? '' : value);
  }
  node.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined));
  return node;
}

// markdown understands links, bold, italics, newlines and bullet points; anything else stays text.
// link(target, label) makes the element for a link, or null to show the label only.
export function markdown(text, link) {
  const out = [];
  let list = null;
  for (const line of text.split('\n')) {
    if (line.startsWith('- ')) {
      if (!list) { list = el('ul', { class: 'plain' }); out.push(list); }
      list.append(el('li', {}, inline(line.slice(2), link)));
    } else {
      list = null;
      if (line.trim()) out.push(el('p', {}, inline(line, link)));
    }
  }
  return out;
}

function inline(text, link) {
  const out = [];
  const pattern = /\[([^\]]+)\]\(([^)\s]+)\)|\*\*([^*]+)\*\*|\*([^*]+)\*/g;
  let at = 0;
  for (const m of text.matchAll(pattern)) {
    out.push(text.slice(at, m.index));
    if (m[1]) out.push((link && link(m[2], m[1])) || m[1]);
    else out.push(m[3] ? el('strong', {}, m[3]) : el('em', {}, m[4]));
    at = m.index + m[0].length;
  }
  out.push(text.slice(at));
  return out;
}

// highlight shows a suggestion whose matches the service wrapped in <i>…</i>, without using it as HTML.
export function highlight(html) {
  const out = [];
  for (const part of html.split(/(<i>.*?<\/i>)/)) {
    const m = /^<i>(.*)<\/i>$/.exec(part);
    out.push(m ? el('mark', {}, unescape(m[1])) : unescape(part));
  }
  return out;
}

function unescape(s) {
  const doc = new DOMParser().parseFromString(s, 'text/html');
  return doc.documentElement.textContent;
}

export function message(m, link) {
  const words = m.format === 'MARKDOWN' ? inline(m.value, link) : m.value;
  if (m.type === 'BULLET_POINT') return [el('ul', { class: 'plain' }, el('li', {}, words))];
  if (m.type === 'HEADER') return [el('h2', {}, words)];
  if (m.format === 'MARKDOWN') return markdown(m.value, link);
  return [el('p', { class: m.type === 'INPUT_HINT' ? 'hint' : undefined }, m.value)];
}
