import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers'
import type { ChannelServer, ConnectRequest } from './channel-server.ts'
import type { ChannelSession } from './channel-session.ts'

/**
 * The status is in the response body; the HTTP status is always 200. The client retries later after a 500
 * and knows no other refusals than these. RTCH-022, RTCH-023
 */
interface PollResponse {
  status: 200 | 204 | 403 | 410 | 500
  token?: string
  messages?: string[]
}

interface PollSession<Caller> {
  session: ChannelSession<Caller>
  /** Frames that wait for the next request. */
  frames: string[]
  bytes: number
  /** Answers the pending request. */
  answer: ((answer: PollResponse) => void) | undefined
  reaper: NodeJS.Timeout | undefined
  end: (reason: string) => void
}

/** Messages sent within this time share one response. */
const gatherMs = 10

/**
 * Channels over long-poll requests, for networks that block WebSockets. A session lives in this process:
 * several processes behind one address need a load balancer with sticky sessions.
 */
export const longPoll = <Caller>(server: ChannelServer<Caller>) => {
  const polls = new Map<string, PollSession<Caller>>()
  const { limits } = server

  const drop = (token: string, reason: string) => {
    const poll = polls.get(token)
    if (!poll) return
    polls.delete(token)
    clearTimeout(poll.reaper)
    poll.end(reason)
    poll.answer?.({ status: 410 })
  }

  const waitForNext = (token: string, poll: PollSession<Caller>) => {
    clearTimeout(poll.reaper)
    poll.reaper = setTimeout(() => drop(token, 'silent'), 2 * limits.pollMs).unref()
  }

  const begin = (caller: Caller, release: () => void) => {
    const token = randomBytes(24).toString('base64url')
    const poll: PollSession<Caller> = {
      frames: [],
      bytes: 0,
      answer: undefined,
      reaper: undefined,
      ...server.begin(
        caller,
        {
          name: 'longpoll',
          waitingBytes: () => poll.bytes,
          send: (frame) => {
            poll.frames.push(frame)
            poll.bytes += frame.length
            if (poll.answer && poll.frames.length === 1)
              setTimeout(() => hand(token, poll), gatherMs).unref()
          },
          close: (_code, reason) => drop(token, reason),
        },
        release,
      ),
    }
    polls.set(token, poll)
    waitForNext(token, poll)
    return token
  }

  const hand = (token: string, poll: PollSession<Caller>) => {
    if (!poll.answer || poll.frames.length === 0) return
    const messages = poll.frames
    poll.frames = []
    poll.bytes = 0
    poll.answer({ status: 200, token, messages })
    poll.session.outbox.drained()
  }

  const wait = (token: string, poll: PollSession<Caller>, signal: AbortSignal) =>
    new Promise<PollResponse>((resolve) => {
      // Of two pending requests, the newer one gets the messages.
      poll.answer?.({ status: 204, token, messages: [] })
      clearTimeout(poll.reaper)
      poll.session.markAlive()
      const empty = setTimeout(() => answer({ status: 204, token, messages: [] }), limits.pollMs)
      const aborted = () => answer({ status: 204, token, messages: [] })
      const answer = (given: PollResponse) => {
        clearTimeout(empty)
        signal.removeEventListener('abort', aborted)
        if (poll.answer === answer) poll.answer = undefined
        if (polls.get(token) === poll) waitForNext(token, poll)
        poll.session.markAlive()
        resolve(given)
      }
      poll.answer = answer
      signal.addEventListener('abort', aborted, { once: true })
      hand(token, poll)
    })

  const open = async (request: ConnectRequest): Promise<PollResponse> => {
    const admitted = await server.admit(request)
    return 'refused' in admitted
      ? { status: admitted.refused.status === 403 ? 403 : 500 }
      : { status: 410, token: begin(admitted.caller, admitted.release) }
  }

  return {
    /** `token` is that of the poll, not that of the session. RTCH-020 */
    get: (token: string | undefined, request: ConnectRequest, signal: AbortSignal) => {
      const poll = token === undefined ? undefined : polls.get(token)
      return poll ? wait(token!, poll, signal) : open(request)
    },
    /** Up to a hundred messages, one per line. RTCH-021 */
    post: (token: string | undefined, body: string): PollResponse => {
      const poll = token === undefined ? undefined : polls.get(token)
      if (!poll) return { status: 410 }
      const frames = body.split('\n')
      if (frames.length > limits.framesOfPostMax) return { status: 500 }
      for (const frame of frames) poll.session.receive(frame)
      return polls.get(token!) === poll ? { status: 200 } : { status: 410 }
    },
    get size() {
      return polls.size
    },
  }
}
