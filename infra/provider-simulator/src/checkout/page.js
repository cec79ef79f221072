// A person who taps twice pays once.
for (const form of document.querySelectorAll("form")) {
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = "yes";
  });
}
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form")) delete form.dataset.sent;
});
for (const input of document.querySelectorAll("[data-group]")) {
  input.addEventListener("input", () => {
    const digits = input.value.replace(/\D/g, "").slice(0, 19);
    input.value = digits.replace(/(.{4})(?=.)/g, "$1 ");
  });
}
