import { type Html, html } from './html.ts'

interface NavigationGroup {
  title: string
  links: { href: string; title: string; isCurrent?: boolean }[]
}

const mark = html`<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
  <path d="M5 2h14v8l-5 5v7h-4v-7l-5-5z" fill="currentColor" />
</svg>`

const group = ({ title, links }: NavigationGroup) => html`
  <h2>${title}</h2>
  <ul>
    ${links.map(
      ({ href, title: name, isCurrent }) =>
        html`<li><a href="${href}" ${isCurrent && html`aria-current="page"`}>${name}</a></li>`,
    )}
  </ul>
`

export const page = (title: string, navigation: NavigationGroup[], main: Html) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} | Playhead</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/docs/docs.css" />
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <nav aria-label="Documents">
          <a class="brand" href="/">${mark}<span>Playhead</span></a>
          ${navigation.map(group)}
        </nav>
        <main id="main">${main}</main>
      </body>
    </html>`.text
