const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign)

const brand = `<span class="watch-brand"><svg width="14" height="16" viewBox="0 0 18 20" aria-hidden="true"><path d="M2 0h14v7.5L9 14 2 7.5z" fill="var(--mark)"/><path d="M9 13v7" stroke="var(--mark)" stroke-width="2"/></svg>Playhead</span>`

interface Page {
  kind: 'watch' | 'embed'
  build: string
  title: string
  /** Lines of the head in addition to those of every page. */
  head: string[]
  body: string
}

/** Small on purpose, so that the video starts soon. The theme is the system's. */
const documentOf = ({ kind, build, title, head, body }: Page) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="strict-origin-when-cross-origin">
<title>${escaped(title)}</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<script src="/theme-start.js"></script>
<link rel="stylesheet" href="/player/player.css?v=${escaped(build)}">
<script type="module" src="/player/player.js?v=${escaped(build)}"></script>
${head.join('\n')}
</head>
<body class="is-${kind}">
${body}
</body>
</html>
`

interface PlayerPage {
  kind: 'watch' | 'embed'
  build: string
  title: string
  detail: string
  /** The player's source. */
  source: Record<string, unknown>
  isAudioOnly: boolean
  /** Absolute addresses for link previews; undefined where they need a token. */
  preview: { page: string; image: string; embed: string } | undefined
}

const previewLines = ({ preview, title, isAudioOnly }: PlayerPage) => {
  const tags = {
    'og:type': isAudioOnly ? 'music.song' : 'video.other',
    'og:title': title,
    ...(preview && {
      'og:url': preview.page,
      ...(!isAudioOnly && { 'og:image': preview.image }),
      'og:video': preview.embed,
    }),
  }
  return Object.entries(tags).map(
    ([name, content]) => `<meta property="${name}" content="${escaped(content)}">`,
  )
}

export const playerPage = (page: PlayerPage) => {
  const player = `<div id="player"${page.isAudioOnly ? ' data-audio' : ''} data-source="${escaped(JSON.stringify(page.source))}"></div>`
  const body =
    page.kind === 'embed'
      ? player
      : `<main class="watch">
${player}
<div><h1>${escaped(page.title)}</h1><p>${escaped(page.detail)}</p></div>
${brand}
</main>`
  return documentOf({ ...page, head: previewLines(page), body })
}

interface SayingPage {
  kind: 'watch' | 'embed'
  build: string
  heading: string
  sentence: string
  /** Seconds until the page reloads. */
  again: number | undefined
}

export const sayingPage = ({ kind, build, heading, sentence, again }: SayingPage) =>
  documentOf({
    kind,
    build,
    title: heading,
    head: [
      '<meta name="robots" content="noindex">',
      ...(again === undefined ? [] : [`<meta http-equiv="refresh" content="${again}">`]),
    ],
    body: `<main class="watch"><div class="watch-said"><h1>${escaped(heading)}</h1><p>${escaped(sentence)}</p>${kind === 'watch' ? brand : ''}</div></main>`,
  })
