// h makes an element: attributes by name, on… listeners, class, dataset in data, and
// children, of which texts are texts and never markup.
export function h(tag, attributes = {}, ...children) {
	const e = document.createElement(tag);
	for (const [k, v] of Object.entries(attributes ?? {})) {
		if (v === undefined || v === null || v === false) continue;
		if (k.startsWith("on")) e.addEventListener(k.slice(2), v);
		else if (k === "data") Object.assign(e.dataset, v);
		else e.setAttribute(k, v === true ? "" : v);
	}
	e.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false).map((c) => (c instanceof Node ? c : document.createTextNode(String(c)))));
	return e;
}
