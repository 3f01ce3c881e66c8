/** One line of a message that a person reads at a glance. */
export interface Fact {
  label: string
  text: string
}

/** What people are told about a problem, before it takes the form of a service. */
export interface Message {
  /** Its first message, a later one, or the last one; nothing says that an expired problem is over. A test has none. */
  kind: 'opened' | 'changed' | 'acknowledged' | 'reminder' | 'ended' | 'expired' | 'test'
  severity: 'warning' | 'alert'
  title: string
  sentence: string
  facts: Fact[]
  /** The screen that shows more. */
  url: string
  /** The same in every message about a problem, so that receivers can join them. */
  dedupKey: string
  /** Where the problem is, what it is about and of which kind it is. */
  source: string
  component: string
  class: string
  startedAt: Date
  /** The body for webhooks, in the form of events. */
  event: { type: string; id: string; [field: string]: unknown }
}

/** Players send values, and one that changes the direction of writing would turn around what follows it. */
const directions = /[\u202A-\u202E\u2066-\u2069]/g

export const oneLineOf = (text: string) =>
  text.replaceAll(directions, '').replaceAll(/\s+/g, ' ').trim()

const words = {
  opened: 'Open',
  changed: 'Changed',
  acknowledged: 'Acknowledged',
  reminder: 'Still open',
  ended: 'Ended',
  expired: 'Expired',
  test: 'Test',
} as const

/** `Open: Playback failures are above 5 % (Production)` */
export const messageTitle = (kind: Message['kind'], what: string, where: string) =>
  oneLineOf(`${words[kind]}: ${what} (${where})`)

/** A moment as messages write it; they have no reader's time zone. */
export const messageTime = (date: Date) =>
  `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`
