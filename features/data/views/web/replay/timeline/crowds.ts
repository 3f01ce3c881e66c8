import type { TimeWindow } from './replay.ts'
import type { ReplayRequest } from './requests.ts'

/** Requests that follow each other so closely that their bars would cover one another. */
export interface Crowd {
  from: number
  to: number
  requests: ReplayRequest[]
}

/** The share of the visible time that separates two crowds. */
const gapShare = 0.004

/** In the order of their start; a crowd of one is a request that stands alone. */
export const crowdsOf = (requests: readonly ReplayRequest[], { from, to }: TimeWindow): Crowd[] => {
  const gapMs = (to - from) * gapShare
  const crowds: Crowd[] = []
  for (const request of requests.toSorted((one, other) => one.from - other.from)) {
    const last = crowds.at(-1)
    if (last && request.from <= last.to + gapMs) {
      last.requests.push(request)
      last.to = Math.max(last.to, request.to)
    } else crowds.push({ from: request.from, to: request.to, requests: [request] })
  }
  return crowds
}

/** `12 requests, 1 failed` */
export const crowdWords = ({ requests }: Crowd) => {
  const count = (result: ReplayRequest['result']) =>
    requests.filter((request) => request.result === result).length
  const [failed, canceled] = [count('failed'), count('canceled')]
  return [
    `${requests.length} requests`,
    failed > 0 && `${failed} failed`,
    canceled > 0 && `${canceled} canceled`,
  ]
    .filter(Boolean)
    .join(', ')
}
