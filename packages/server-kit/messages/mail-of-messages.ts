import type { Mail } from '../mail/mailer.ts'
import type { Message } from './message.ts'

const textOf = ({ title, sentence, facts, url }: Message) =>
  [title, '', sentence, '', ...facts.map(({ label, text }) => `${label}: ${text}`), '', url].join(
    '\n',
  )

/** Several messages in one mail have a subject of their own. */
export const mailOfMessages = (
  to: string,
  messages: readonly [Message, ...Message[]],
  { subject = messages[0].title, intro = '' } = {},
): Mail => {
  const body = messages.map(textOf).join('\n\n----\n\n')
  return { to, subject, text: `${intro === '' ? '' : `${intro}\n\n`}${body}\n` }
}
