import { expect } from 'vitest'
import type { TestAppHandle } from './test-app.ts'

/** Mail goes out after the answer, so that its duration tells nothing: tests wait for it. */
export const mailbox = ({ mails }: Pick<TestAppHandle, 'mails'>) => {
  const to = async (email: string) => (await mails()).filter((mail) => mail.to === email)
  /** The newest mail to an address, once that many have come. */
  const newest = async (email: string, count = 1) => {
    await expect.poll(async () => (await to(email)).length, { timeout: 5000 }).toBe(count)
    return (await to(email))[0]!
  }
  return { to, newest }
}

export const linkIn = (mail: { text: string }) => new URL(/https?:\/\/\S+/.exec(mail.text)![0])
