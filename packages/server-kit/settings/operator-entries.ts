import { emailError, urlError } from '@playhead/domain/field-rules.ts'
import type { Receiver } from '../messages/send-messages.ts'
import { fail, flag, number, type Read, type SettingEntry, text } from './setting-readers.ts'

const channelsMax = 20

const services = {
  mail: 'email',
  slack: 'slack',
  pagerduty: 'pagerduty',
  webhook: 'webhook',
} as const

const isService = (name: string): name is keyof typeof services => Object.hasOwn(services, name)

const errorOf = ({ service, value }: Receiver) => {
  if (service === 'email') return emailError(value)
  return service === 'pagerduty'
    ? /^[\x21-\x7e]{1,255}$/.test(value)
      ? undefined
      : 'An integration key has no spaces'
    : urlError(value)
}

const channel = (entry: string): Receiver => {
  const [, name = '', value = ''] = /^([a-z]+):(.*)$/s.exec(entry) ?? []
  if (!isService(name))
    return fail(
      'must be channels such as mail:on-call@example.com, slack:https://…, pagerduty:KEY or webhook:https://…, as a comma list',
    )
  const receiver = { service: services[name], value }
  const error = errorOf(receiver)
  return error ? fail(`has a value for ${name} that cannot be used: ${error}`) : receiver
}

const channels: Read = (value) => {
  const entries = value.split(',').map((entry) => channel(entry.trim()))
  return entries.length > channelsMax ? fail(`may name ${channelsMax} channels`) : entries
}

/** Settings of alerts about the server itself; a part of the list of all settings. */
export const operatorEntries: Record<string, SettingEntry> = {
  PLAYHEAD_AUDIT_DAYS: {
    read: number(90, 36_500),
    fallback: '400',
    meaning: 'How many days changes of an organization are listed; older ones are deleted.',
  },
  PLAYHEAD_OPERATOR_CHANNELS: {
    read: channels,
    fallback: '',
    isSecret: true,
    meaning:
      'Where alerts about the server itself go, as a comma list of `mail:address`, `slack:url`, `pagerduty:key` and `webhook:url`; unset, they are on the operator’s screen alone.',
  },
  PLAYHEAD_OPERATOR_WEBHOOK_SECRET: {
    read: text,
    fallback: '',
    meaning: 'Signs the messages to every webhook in PLAYHEAD_OPERATOR_CHANNELS.',
  },
  PLAYHEAD_PIECES: {
    read: flag,
    fallback: '1',
    meaning:
      '1 adds up closed hours and days of environments with many views, so that questions over long ranges read less. 0 removes these sums, and every question reads views.',
  },
  PLAYHEAD_MARKETING: {
    read: flag,
    fallback: '0',
    meaning:
      '1 shows an offer, quotes and customers beside the sign-in form, as a public demo does; they are invented, and yours to replace in `features/account/sign-in/web/marketing/marketing-texts.ts`.',
  },
  PLAYHEAD_BACKUP_HOURS_MAX: {
    read: number(0, 8_760),
    fallback: '48',
    meaning:
      'An alert of the server says that the newest backup is older than this; 0 turns it off. Before the first backup there is none.',
  },
}

/** With the secret in each webhook. */
export const operatorChannelsOf = (values: Record<string, unknown>): Receiver[] => {
  const given = (values['PLAYHEAD_OPERATOR_CHANNELS'] as Receiver[] | undefined) ?? []
  const secret = values['PLAYHEAD_OPERATOR_WEBHOOK_SECRET'] as string | undefined
  return given.map((receiver) => {
    if (receiver.service !== 'webhook') return receiver
    return secret === undefined
      ? fail('A webhook in PLAYHEAD_OPERATOR_CHANNELS needs PLAYHEAD_OPERATOR_WEBHOOK_SECRET.')
      : { ...receiver, secret }
  })
}
