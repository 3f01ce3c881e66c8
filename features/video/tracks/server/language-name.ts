const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' })

/** A track without a name gets the name of its language. */
export const languageName = (code: string) => {
  if (code === 'auto') return 'Automatic'
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}
