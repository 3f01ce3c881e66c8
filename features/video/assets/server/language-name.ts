const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' })

/** A track that was given no name is called by its language. */
export const languageName = (code: string) => {
  if (code === 'auto') return 'Automatic'
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}
