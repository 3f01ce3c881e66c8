// Runs before the first paint, when the modules are not loaded yet; packages/ui/theme/theme.ts takes over.
{
  const stored = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null // Without storage the system setting decides.
    }
  }
  const path = location.pathname.replace(/\/$/, '')
  const session = stored('playhead_session')
  const isSignedIn = session !== null && !/"visitor":true/.test(session)
  // A signed-in person is redirected from the first three; the others look the same for everyone.
  const isLoggedOut =
    (/^\/(login|signup|forgot-password)$/.test(path) && !isSignedIn) ||
    /^\/(login\/(github|sso)|reset-password|select-login-email|create-account|create-organization|first-staff|confirm-email|undo-email-change|sso-required|second-factor|second-factor-required|account-not-found|(marketplace|accept-organization-invite)(\/[^/]+)?)$/.test(
      path,
    )
  let theme = stored('theme')
  if (isLoggedOut) theme = 'auth'
  else if (/^\/organizations\/[^/]+\/environments\/[^/]+\/monitoring(\/[^/]+)?$/.test(path))
    theme = 'dark'
  else if (theme !== 'light' && theme !== 'dark')
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.dataset.theme = theme
}
