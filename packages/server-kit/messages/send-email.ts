import type { Mail, Mailer } from '../mail/mailer.ts'
import { withoutZeroBytes } from '../outbound/call-failure.ts'
import type { Outcome } from './outcome.ts'

const mailSeconds = 10
const errorMax = 500

const accepted = 'The mail server accepted the mail.'
const kept = 'This server has no mail server: the mail is in its outbox, which staff can read.'
const late = 'The mail server did not accept the mail within 10 seconds.'

/** Settles in time, even when the mail server hangs. */
const inTime = async (work: Promise<void>, milliseconds: number) => {
  let timer: NodeJS.Timeout | undefined
  const isLate = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), milliseconds)
  })
  try {
    return await Promise.race([work, isLate])
  } finally {
    clearTimeout(timer)
    // Its failure after that is of no interest.
    work.catch(() => {})
  }
}

/** Done when the mail server has taken it. */
export const sendEmail = async (
  mailer: Mailer,
  mail: Mail,
  milliseconds = mailSeconds * 1000,
): Promise<Outcome> => {
  try {
    const ended = await inTime(mailer.send(mail), milliseconds)
    return ended === 'late'
      ? { isDelivered: false, error: late, mayHaveArrived: true }
      : { isDelivered: true, answer: mailer.isOutbox ? kept : accepted }
  } catch (error) {
    const message = withoutZeroBytes((error as Error).message).slice(0, errorMax)
    return { isDelivered: false, error: `The mail was not sent: ${message}` }
  }
}
