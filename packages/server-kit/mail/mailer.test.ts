import type { AddressInfo } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createMailer } from './mailer.ts'

const received: { from: string; to: string[]; message: string }[] = []
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, { envelope }, callback) {
    const { mailFrom, rcptTo } = envelope
    const one = {
      from: mailFrom ? mailFrom.address : '',
      to: rcptTo.map(({ address }) => address),
      message: '',
    }
    stream.on('data', (piece: Buffer) => (one.message += piece.toString()))
    stream.on('end', () => {
      received.push(one)
      callback()
    })
  },
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => new Promise<void>((resolve) => server.close(resolve)))
const { port } = server.server.address() as AddressInfo

const mailerAt = (smtpUrl: string) =>
  createMailer(
    { smtpUrl, mailFrom: 'Playhead <video@example.com>', dataFolder: tmpdir() },
    () => new Date(),
  )

test('mail goes to the mail server that is configured, and none is kept', async () => {
  const mailer = mailerAt(`smtp://127.0.0.1:${port}`)
  await mailer.send({
    to: 'ada@example.com',
    subject: 'Create your account',
    text: 'Hello,\n\nhttps://video.example.com/create-account?token=abc\n',
  })
  expect(received).toHaveLength(1)
  expect(received[0]).toMatchObject({ from: 'video@example.com', to: ['ada@example.com'] })
  expect(received[0]!.message).toContain('Subject: Create your account')
  expect(received[0]!.message).toContain('From: Playhead <video@example.com>')
  expect(received[0]!.message).toContain('https://video.example.com/create-account?token=')
  expect(await mailer.list({ page: 1, limit: 10 })).toEqual({ data: [], total: 0 })
})

test('a mail that is sent again with its key is the same mail; others differ', async () => {
  const messageIds = async (mails: { key?: string }[]) => {
    received.length = 0
    for (const given of mails)
      await mailerAt(`smtp://127.0.0.1:${port}`).send({
        to: 'ada@example.com',
        subject: 'Invoice 7',
        text: 'Hello',
        ...given,
      })
    return received.map(
      ({ message }) => /^Message-ID: <([0-9a-f-]+)@example\.com>/m.exec(message)?.[1],
    )
  }
  const [first, again] = await messageIds([{ key: 'invoice 7' }, { key: 'invoice 7' }])
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(again).toBe(first)
  const others = await messageIds([{ key: 'invoice 8' }, {}, {}])
  expect(new Set([first, ...others]).size).toBe(4)
  expect(received[0]!.message).not.toContain('invoice 8')

  const dataFolder = await mkdtemp(join(tmpdir(), 'playhead-mail-'))
  onTestFinished(() => rm(dataFolder, { recursive: true }))
  const outbox = createMailer(
    { smtpUrl: undefined, mailFrom: 'video@example.com', dataFolder },
    () => new Date(),
  )
  const mail = { to: 'ada@example.com', subject: 'Invoice 7', text: 'Hello' }
  for (const key of ['invoice 7', 'invoice 7', 'invoice 8']) await outbox.send({ ...mail, key })
  for (let time = 0; time < 2; time += 1) await outbox.send(mail)
  expect((await outbox.list({ page: 1, limit: 10 })).total).toBe(4)
})

test('the outbox lists the newest mail first, also of one millisecond', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'playhead-mail-'))
  onTestFinished(() => rm(dataFolder, { recursive: true }))
  const sentAt = new Date()
  const outbox = createMailer(
    { smtpUrl: undefined, mailFrom: 'video@example.com', dataFolder },
    () => sentAt,
  )
  const subjects = Array.from({ length: 12 }, (_, index) => `Mail ${index}`)
  for (const subject of subjects)
    await outbox.send({ to: 'ada@example.com', subject, text: 'Hello' })
  const { data } = await outbox.list({ page: 1, limit: 20 })
  expect(data.map(({ subject }) => subject)).toEqual(subjects.toReversed())
})

test('a mail server that does not answer fails the sending', async () => {
  const mail = { to: 'ada@example.com', subject: 'Hello', text: 'Hello' }
  await expect(mailerAt('smtp://127.0.0.1:9').send(mail)).rejects.toThrow('ECONNREFUSED')
})
