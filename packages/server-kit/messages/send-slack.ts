import type { OutboundFetch } from '../outbound/outbound.ts'
import type { Message } from './message.ts'
import type { Outcome } from './outcome.ts'
import { postJson } from './post-json.ts'

const colors = {
  alert: '#d92d20',
  warning: '#f79009',
  ended: '#12b76a',
  expired: '#667085',
} as const

/** Slack shows at most this many; the title names the others. */
const attachmentsMax = 20

/** Players send dimension values, and such a value must not call everyone in a room. */
const escape = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('@', '@\u200B')

const isLast = (kind: Message['kind']) => kind === 'ended' || kind === 'expired'

const attachmentOf = (message: Message) => {
  const title = escape(message.title)
  return {
    fallback: title,
    color: colors[isLast(message.kind) ? message.kind : message.severity],
    title,
    title_link: message.url,
    text: escape(message.sentence),
    fields: message.facts.map(({ label, text }) => ({
      title: escape(label),
      value: escape(text),
      short: true,
    })),
  }
}

const slackMessage = (messages: readonly Message[], title: string) => ({
  text: escape(title),
  attachments: messages.slice(0, attachmentsMax).map(attachmentOf),
})

/** Mattermost, Rocket.Chat and Discord (at `/slack`) take the same form. */
export const sendSlack = (
  fetch: OutboundFetch,
  url: string,
  messages: readonly [Message, ...Message[]],
  title = messages[0].title,
): Promise<Outcome> => postJson(fetch, { url, body: JSON.stringify(slackMessage(messages, title)) })
