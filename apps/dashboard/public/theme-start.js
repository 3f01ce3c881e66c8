// Runs before the first paint, which the modules come too late for; packages/ui/theme.ts takes over.
{
  let theme = null
  try {
    theme = localStorage.getItem('theme')
  } catch {
    // Without storage the system decides.
  }
  if (theme !== 'light' && theme !== 'dark')
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.dataset.theme = theme
}
