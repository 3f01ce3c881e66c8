import { expect } from 'vitest'
import type { TestAppHandle } from './test-app.ts'

/** Mail is sent after the response, so that the response time reveals nothing: tests wait for it. */
export const aMailbox = ({ mails }: Pick<TestAppHandle, 'mails'>) => {
  const to = async (email: string) => (await mails()).filter((mail) => mail.to === email)
  /** The newest mail to an address, once `count` mails have arrived. */
  const newest = async (email: string, count = 1) => {
    await expect.poll(async () => (await to(email)).length).toBe(count)
    return (await to(email))[0]!
  }
  return { to, newest }
}

export const readLink = (mail: { text: string }) => new URL(/https?:\/\/\S+/.exec(mail.text)![0])
