/** Pages before the sign-in have one theme. */
export const themesOf = ({ themes = ['light', 'dark'] }) => themes

export const fileOf = ({ name }, size, theme) =>
  `${name}${size === 'narrow' ? '-narrow' : ''}-${theme}.webp`

const picture = (place, size, theme) => {
  const where = size === 'narrow' ? ' on a phone' : ''
  const how = theme === 'auth' ? '' : `, ${theme}`
  return `![${place.title}${where}${how}](${fileOf(place, size, theme)})`
}

const row = (cells) => `| ${cells.join(' | ')} |`

const heads = { light: 'Light', dark: 'Dark', auth: 'One look' }

const section = (place) => {
  const themes = themesOf(place)
  const sizes = place.isAlsoNarrow ? ['wide', 'narrow'] : ['wide']
  return [
    `### ${place.title}`,
    '',
    place.line,
    '',
    row(themes.map((theme) => heads[theme])),
    row(themes.map(() => '---')),
    ...sizes.map((size) => row(themes.map((theme) => picture(place, size, theme)))),
  ].join('\n')
}

/** The page that shows all screenshots. */
export const galleryPage = (groups) => {
  const parts = groups.flatMap(({ title, places }) => [`## ${title}`, ...places.map(section)])
  return `${[
    '# Screens',
    'Every screen in both themes, at 1440 pixels and some at 390, taken by `node tools/screens.mjs` from the built program and its demo organization. The demo is drawn anew each time and ends when the pictures are taken, so numbers, moments and ids vary.',
    ...parts,
  ].join('\n\n')}\n`
}
