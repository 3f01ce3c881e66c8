import { call } from '@playhead/web-kit/calls/call.ts'
import { events } from '../../contract.ts'
import type { ActivityEvent } from './activity-event.ts'

const askEveryMs = 2_000
/** Polls less often after a failed request. */
const afterFailureMs = 10_000

interface FeedHandlers {
  organizationId: string
  /** Read before each round. */
  environmentIds: () => readonly string[]
  /** Where the first round begins; undefined asks for the newest place only. */
  place: () => string | undefined
  /** `place` is the one before any event of this round that is not in `events`. */
  onRound: (round: { events: readonly ActivityEvent[]; place: string; hasGap: boolean }) => void
}

/** Asks the feed over HTTP every two seconds while the page is visible: for pages without a socket. */
export const pollFeed = ({ organizationId, environmentIds, place, onRound }: FeedHandlers) => {
  const controller = new AbortController()
  const { signal } = controller
  /** Each environment is asked for by itself, so each has its own place. */
  const places = new Map<string, string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const ask = async (environmentId: string) => {
    const after = places.get(environmentId) ?? place()
    const answer = await call(events.feed, {
      query: after === undefined ? {} : { after },
      tenant: { organizationId, environmentId },
      signal,
      quiet: true,
    })
    places.set(environmentId, answer.next)
    return answer
  }
  const askAll = async () => {
    if (document.visibilityState === 'hidden') return askEveryMs
    try {
      const answers = []
      for (const environmentId of environmentIds()) answers.push(await ask(environmentId))
      const [first] = answers
      if (first && !signal.aborted)
        onRound({
          events: answers.flatMap(({ data }) => data),
          place: first.next,
          hasGap: answers.some(({ gap }) => gap),
        })
      return askEveryMs
    } catch {
      return afterFailureMs
    }
  }
  const go = async () => {
    clearTimeout(timer)
    const pauseMs = await askAll()
    if (!signal.aborted) timer = setTimeout(() => void go(), pauseMs)
  }
  void go()
  return () => {
    controller.abort()
    clearTimeout(timer)
  }
}
