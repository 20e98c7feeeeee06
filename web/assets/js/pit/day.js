// The gaming day to be closed is part of the address that closes it.
const form = document.getElementById("close-day"), date = document.getElementById("date");
const name = () => { form.dataset.api = `POST /v1/days/${date.value}/close`; };
date?.addEventListener("input", name);
if (date) name();
