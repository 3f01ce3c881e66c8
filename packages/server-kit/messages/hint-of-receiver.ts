import type { Receiver } from './send-messages.ts'

/** Enough to recognize an address or key, and too little to use it. */
export const hintOfReceiver = ({ service, value }: Pick<Receiver, 'service' | 'value'>) => {
  if (service === 'email') {
    const at = value.lastIndexOf('@')
    return `${value.slice(0, 1)}…${value.slice(at)}`
  }
  if (service === 'pagerduty') return `…${value.length > 8 ? value.slice(-4) : ''}`
  return `${new URL(value).host}/…`
}
