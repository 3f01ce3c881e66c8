const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' })

/** A track without a name gets the name of its language. */
export const languageName = (code: string) => {
  if (code === 'auto') return 'Automatic'
  // The databases of names call it "root".
  if (code === 'und') return 'Unknown language'
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}
