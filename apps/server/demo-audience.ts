import { advanceEnvironmentStatus } from '@playhead/features/account/environments/server'
import { countPast } from '@playhead/features/account/usage/server'
import { searchHistory } from '@playhead/features/data/alerts/server'
import { Audience } from '@playhead/audience/audience.ts'
import { sessionsBetween } from '@playhead/audience/history.ts'
import { LiveAudience } from '@playhead/audience/live/live-audience.ts'
import { beaconSender } from '@playhead/audience/live/send-beacon.ts'
import { leaveAt, type SessionPlan } from '@playhead/audience/plan/session-plan.ts'
import { harbour, northlight, type World } from '@playhead/audience/world/world.ts'
import { environmentDirectory } from '@playhead/features/operations/rebuild/server'
import type { App } from '@playhead/server-kit/app.ts'
import { type AudienceState, listAudiences, writeAudience } from './demo-audience.sql.ts'
import { fillHistory } from './demo-history.ts'
import { followHistory } from './demo-progress.ts'
import { keepTrying } from './keep-trying.ts'

const worlds: Record<AudienceState['world'], World> = {
  northlight,
  staging: { ...northlight, viewsPerDay: 40, viewerCount: 60 },
  harbour,
}

const dayMs = 86_400_000
const minuteMs = 60_000
/** How often the audience records that it is running. */
const aliveEveryMs = minuteMs
/** After a crash, the audience may have run this long after its last record. */
const aliveMarginMs = 2 * aliveEveryMs
/** After an hour without events a view is closed, so its viewer cannot resume. */
const resumableMs = 50 * minuteMs
const longestSessionMs = 6 * 60 * minuteMs

interface Running {
  stop(): Promise<void>
}

/** The history that is missing, and the time from which viewers are played live. */
const planStart = (state: AudienceState, now: number, days: number): AudienceState => {
  const earliest = now - days * dayMs
  const since =
    state.aliveAt === null ? earliest : Math.max(state.aliveAt + aliveMarginMs, earliest)
  const gap = { from: since, to: now, overBy: now }
  const missing = [...state.missing, ...(gap.to > gap.from ? [gap] : [])]
  return { ...state, missing: missing.filter(({ to }) => to > earliest), aliveAt: now }
}

/** Sessions in progress at the last stop resume if the gap was short; others join at their current position. */
const underWay = (audience: Audience, aliveAt: number | null, now: number): SessionPlan[] => {
  const sessions = sessionsBetween(audience, now - longestSessionMs, now)
  const resumesFrom = aliveAt !== null && now - aliveAt < resumableMs ? aliveAt - minuteMs : now
  return sessions.filter((plan) =>
    aliveAt !== null && plan.readyAt < aliveAt + aliveMarginMs
      ? resumesFrom < now && leaveAt(plan) > resumesFrom
      : leaveAt(plan) > now,
  )
}

const playLive = (
  audience: Audience,
  given: { to: string; environmentKey: string; aliveAt: number | null; now: number },
): Running => {
  let until = given.now
  let waiting = underWay(audience, given.aliveAt, given.now)
  const live = new LiveAudience({
    environmentKey: given.environmentKey,
    sender: beaconSender(given.to, { isOurs: true }),
    ...(given.aliveAt !== null && { toldUntil: given.aliveAt - minuteMs }),
    arrivals: (now) => {
      const arrived = [...waiting, ...sessionsBetween(audience, until, now)]
      waiting = []
      until = Math.max(until, now)
      return arrived
    },
  })
  return { stop: async () => void (await live.stop()) }
}

const startOne = async (
  app: App,
  found: { id: string; organization_id: string; key: string; value: AudienceState },
  to: string,
): Promise<Running> => {
  const { id, key } = found
  const now = app.clock.now().getTime()
  const audience = new Audience(worlds[found.value.world], found.value.seed)
  let state = planStart(found.value, now, app.settings.demoDays)
  const save = () => writeAudience(app.postgres, id, state)
  await save()
  const follow =
    found.value.world === 'northlight' && app.settings.demoDays >= 1
      ? followHistory({ id: found.organization_id, postgres: app.postgres }, app.settings.demoDays)
      : async () => undefined
  await follow(state)
  const abort = new AbortController()
  const [environment] = await environmentDirectory(app.postgres).findByIds([id])
  const facts = { environmentId: id, retentionDays: environment?.retentionDays ?? 100 }

  const fill = async () => {
    for (const stretch of [...state.missing].toSorted((a, b) => b.to - a.to)) {
      const others = state.missing.filter((one) => one !== stretch)
      const count = await fillHistory(stretch, {
        app,
        target: { audience, facts },
        signal: abort.signal,
        reached: async (backTo) => {
          const rest = { ...stretch, to: backTo }
          state = { ...state, missing: backTo > stretch.from ? [...others, rest] : others }
          await save()
          await follow(state)
        },
      })
      if (abort.signal.aborted) return
      app.log.info('views of the demo were written', { environment_id: id, count })
      await advanceEnvironmentStatus(app.postgres, id, 'integrated')
    }
    const { postgres, clickhouse } = app
    await countPast(
      { id, organizationId: found.organization_id, postgres, clickhouse },
      app.clock.now(),
    )
    // The smaller worlds have too few views to find anything in.
    if (found.value.world === 'northlight')
      await searchHistory({ id, postgres: app.postgres }, app.clock.now())
  }
  // What was written is noted, so a further try goes on where the last one ended.
  const filling = keepTrying(fill, {
    signal: abort.signal,
    failed: (error) => app.log.error('views of the demo cannot be written', { error }),
  })
  const live = state.isLive
    ? playLive(audience, { to, environmentKey: key, aliveAt: found.value.aliveAt, now })
    : undefined
  const noting = setInterval(() => {
    state = { ...state, aliveAt: app.clock.now().getTime() }
    save().catch(() => {})
  }, aliveEveryMs)
  return {
    stop: async () => {
      clearInterval(noting)
      abort.abort()
      await live?.stop()
      await filling
      state = { ...state, aliveAt: app.clock.now().getTime() - aliveMarginMs }
      await save()
    },
  }
}

/** The audiences of a demo: their past is written in the background, and they keep watching while the program runs. */
export const startDemoAudience = async (app: App, to: string): Promise<Running> => {
  if (!app.settings.isDemo || app.settings.demoDays === 0) return { stop: async () => {} }
  const running: Running[] = []
  for (const found of await listAudiences(app.postgres))
    running.push(await startOne(app, found, to))
  return { stop: async () => void (await Promise.all(running.map((one) => one.stop()))) }
}
