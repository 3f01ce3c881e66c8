import { awakePause, settlesWithin } from '@playhead/domain/awake-pause.ts'
import { setTimeout } from 'node:timers/promises'

type EngineStatus = 'ready' | 'restarting' | 'stopped'

export interface EngineProcess {
  /** Resolves with the cause, in a few words, once the process is gone. */
  ended: Promise<string>
  stop(): Promise<void>
  /** Kills it immediately, even when it is frozen and does not react to signals. */
  kill(): Promise<void>
}

/** A running engine as returned by its launcher. */
export interface Engine {
  /** URL with the password: for `connect`, never for logs. */
  readonly url: string
  status(): EngineStatus
  onStatus(callback: (status: EngineStatus) => void): () => void
  stop(): Promise<void>
}

export interface StartEngineOptions {
  /** A folder used by this engine only; created when missing. */
  dataFolder: string
  log: (line: string) => void
  /** Shorter in tests, which do not wait for half a minute. */
  silenceSeconds?: number
}

interface Supervision {
  status: () => EngineStatus
  /** Calls back at every change; returns a function that removes the callback. */
  onStatus: (callback: (status: EngineStatus) => void) => () => void
  stop: () => Promise<void>
}

interface SuperviseOptions {
  name: string
  launch: () => Promise<EngineProcess>
  /** Resolves once the engine has sent any response; rejects when it does not respond. */
  ping?: () => Promise<void>
  /** An engine that does not respond for this long is killed and restarted. */
  silenceSeconds?: number | undefined
  /** Tests pass a clock that they control. */
  pause?: (milliseconds: number) => Promise<void>
  log: (line: string) => void
}

const firstStartAttempts = 4
const stableAfterMilliseconds = 30_000
const usualSilenceSeconds = 30
const pingsPerSilence = 6

/** Keeps one engine running: restarts it with increasing delays, until it is stopped. */
export const supervise = async (options: SuperviseOptions): Promise<Supervision> => {
  const { name, launch, pause = unheldPause, log } = options
  const callbacks = new Set<(status: EngineStatus) => void>()
  let status: EngineStatus = 'ready'
  let isStopping = false
  let requestStop = (): void => {}
  const stopRequested = new Promise<void>((resolve) => (requestStop = resolve))

  function change(next: EngineStatus): void {
    status = next
    for (const callback of callbacks) callback(next)
  }

  async function relaunch(firstAttempt: number): Promise<EngineProcess | undefined> {
    for (let attempt = firstAttempt; ; attempt++) {
      await Promise.race([pause(delayMilliseconds(attempt)), stopRequested])
      if (isStopping) return undefined
      try {
        return await launch()
      } catch (error) {
        log(`${name} could not be started again: ${messageOf(error)}`)
      }
    }
  }

  /** Counts only time in which this program itself ran, so that no engine is killed because the machine was asleep. */
  async function endOf(engine: EngineProcess): Promise<string> {
    const silenceSeconds = options.silenceSeconds ?? usualSilenceSeconds
    const milliseconds = (silenceSeconds * 1_000) / pingsPerSilence
    let hasEnded = false
    const ended = engine.ended.finally(() => (hasEnded = true))
    const isOver = (): boolean => hasEnded || isStopping
    async function killWhenSilent(ping: () => Promise<void>): Promise<void> {
      for (let unanswered = 0; unanswered < pingsPerSilence;) {
        const [isAnswered] = await Promise.all([
          settlesWithin(pause, ping(), milliseconds),
          awakePause(pause, milliseconds, isOver),
        ])
        if (isOver()) return
        unanswered = isAnswered ? 0 : unanswered + 1
      }
      log(`${name} has not responded for ${silenceSeconds} seconds: it is killed`)
      await engine.kill()
    }
    if (options.ping) void killWhenSilent(options.ping)
    return ended
  }

  let running = await launchFirst(options)

  async function keepRunning(): Promise<void> {
    let attempt = 0
    for (;;) {
      const startedAt = Date.now()
      const cause = await endOf(running)
      if (isStopping) return
      log(`${name} ended (${cause}); starting it again`)
      change('restarting')
      attempt = Date.now() - startedAt > stableAfterMilliseconds ? 0 : attempt + 1
      const next = await relaunch(attempt)
      if (next === undefined) return
      running = next
      if (isStopping) return
      change('ready')
      log(`${name} is ready again`)
    }
  }
  const kept = keepRunning()

  return {
    status: () => status,
    onStatus(callback) {
      callbacks.add(callback)
      return () => callbacks.delete(callback)
    },
    async stop() {
      if (!isStopping) {
        isStopping = true
        requestStop()
        await running.stop()
        await kept
        // A relaunch that was in progress at the stop leaves a second process to end.
        await running.stop()
        change('stopped')
      }
      await kept
    },
  }
}

/** Does not keep the process alive. */
const unheldPause = (milliseconds: number): Promise<void> =>
  setTimeout(milliseconds, undefined, { ref: false })

async function launchFirst({
  name,
  launch,
  pause = unheldPause,
  log,
}: SuperviseOptions): Promise<EngineProcess> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await launch()
    } catch (error) {
      if (attempt === firstStartAttempts || isFinal(error)) throw error
      log(`${name} did not start, trying again: ${messageOf(error)}`)
      await pause(delayMilliseconds(attempt))
    }
  }
}

/** Errors that a retry cannot fix carry `isFinal: true`. */
function isFinal(error: unknown): boolean {
  return error instanceof Error && 'isFinal' in error && error.isFinal === true
}

function delayMilliseconds(attempt: number): number {
  return Math.min(100 * 2 ** attempt, 5_000)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
