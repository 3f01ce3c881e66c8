// Runs before the first paint, which the modules come too late for; packages/ui/theme.ts takes over.
{
  const stored = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null // Without storage the system decides.
    }
  }
  const path = location.pathname.replace(/\/$/, '')
  // Somebody who is signed in goes on from the first three; the others look the same for everybody.
  const isLoggedOut =
    (/^\/(login|signup|forgot-password)$/.test(path) && !stored('playhead_session')) ||
    /^\/(login\/(github|sso)|reset-password|select-login-email|create-account|create-organization|first-staff|confirm-email|undo-email-change|sso-required|second-factor|second-factor-required|account-not-found|(marketplace|accept-organization-invite)(\/[^/]+)?)$/.test(
      path,
    )
  let theme = stored('theme')
  if (isLoggedOut) theme = 'auth'
  else if (theme !== 'light' && theme !== 'dark')
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.dataset.theme = theme
}
