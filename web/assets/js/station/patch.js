// Bringing what is shown up to date. What did not change is left alone: the focus, a
// finger that is down, what is being typed.

// patch makes old what now is, and returns the element that stands there then.
export function patch(old, now) {
	if (old.isEqualNode(now)) return old;
	if (old.nodeType !== now.nodeType || old.nodeName !== now.nodeName || old.dataset?.key !== now.dataset?.key) {
		old.replaceWith(now);
		return now;
	}
	if (old.nodeType !== Node.ELEMENT_NODE) {
		if (old.data !== now.data) old.data = now.data;
		return old;
	}
	attributes(old, now);
	children(old, now);
	return old;
}

function attributes(old, now) {
	for (const { name } of [...old.attributes]) if (!now.hasAttribute(name) && name !== "style") old.removeAttribute(name);
	for (const { name, value } of now.attributes) if (name !== "style" && old.getAttribute(name) !== value) old.setAttribute(name, value);
	if (old.style && old.style.cssText !== now.style.cssText) old.style.cssText = now.style.cssText; // an attribute is not allowed to
	if (old.nodeName === "INPUT" && document.activeElement !== old && old.value !== now.value) old.value = now.value;
}

function children(old, now) {
	const next = [...now.childNodes];
	next.forEach((child, i) => {
		const there = old.childNodes[i];
		if (there) patch(there, child);
		else old.append(child);
	});
	while (old.childNodes.length > next.length) old.lastChild.remove();
}
