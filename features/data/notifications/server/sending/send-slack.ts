import type { OutboundFetch } from '@playhead/server-kit/outbound/outbound.ts'
import { factsOf, sentenceOf, titleOf, titleOfAll } from './describe-notice.ts'
import type { Notice } from './notice.ts'
import type { Outcome } from './outcome.ts'
import { postJson } from './post-json.ts'

const colors = { alert: '#d92d20', warning: '#f79009', ended: '#12b76a' } as const

/** Slack shows at most this many; the title names the others. */
const attachmentsMax = 20

/** Players send dimension values, and such a value must not call everyone in a room. */
const escape = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('@', '@\u200B')

const attachmentOf = (notice: Notice) => {
  const title = escape(titleOf(notice))
  return {
    fallback: title,
    color: notice.kind === 'ended' ? colors.ended : colors[notice.incident.severity],
    title,
    title_link: notice.url,
    text: escape(sentenceOf(notice)),
    fields: factsOf(notice).map(({ label, text }) => ({
      title: escape(label),
      value: escape(text),
      short: true,
    })),
  }
}

const slackMessage = (notices: readonly [Notice, ...Notice[]]) => ({
  text: escape(titleOfAll(notices)),
  attachments: notices.slice(0, attachmentsMax).map(attachmentOf),
})

/** Mattermost, Rocket.Chat and Discord (at `/slack`) take the same form. */
export const sendSlack = (
  fetch: OutboundFetch,
  url: string,
  notices: readonly [Notice, ...Notice[]],
): Promise<Outcome> => postJson(fetch, { url, body: JSON.stringify(slackMessage(notices)) })
