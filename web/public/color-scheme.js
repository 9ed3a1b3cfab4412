// Before the first picture: the color scheme chosen last time, so that nothing flashes, and whether a page with a top bar
// will follow. Not part of the bundle, because that is loaded later; not in the page, because the server's content policy
// forbids scripts there.
document.documentElement.dataset.mantineColorScheme = localStorage.getItem("wakeline.colorScheme") || "dark";
if (localStorage.getItem("girderToken")) document.documentElement.dataset.signedIn = "";
