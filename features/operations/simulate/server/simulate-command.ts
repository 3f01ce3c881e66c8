import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { incidentKinds } from '@playhead/audience/world/incidents.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { command } from '@playhead/server-kit/feature.ts'
import { runningSimulations } from './running-simulations.ts'
import { Simulation } from './simulation.ts'

const units: Record<string, number> = { s: 1, m: 60, h: 3_600 }

const longestSeconds = 24 * 3_600

const duration = z
  .string()
  .regex(/^\d{1,5}[smh]$/, 'Give a duration such as 90s, 10m or 2h')
  .transform((text) => Number(text.slice(0, -1)) * (units[text.slice(-1)] ?? 1))
  .refine((seconds) => seconds > 0 && seconds <= longestSeconds, 'Give a duration up to 24h')

const isOwnAddress = ({ settings }: App, to: string) => {
  const { host, hostname, port } = new URL(to)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return (isLocal && port === String(settings.port)) || host === new URL(settings.publicUrl).host
}

export const simulateCommand = command({
  name: 'simulate',
  summary: 'Send the beacons of a simulated audience to a collector, until the time is over',
  options: z.object({
    to: z.url({ protocol: /^https?$/ }).describe('Address of the collector'),
    environment_key: z.string().min(1).describe('Key of the environment'),
    viewers: z.coerce
      .number()
      .int()
      .min(1)
      .max(5_000)
      .default(25)
      .describe('How many watch at once'),
    speed: z.coerce
      .number()
      .min(0.1)
      .max(100)
      .default(1)
      .describe('How much faster than real time the viewers are'),
    seed: z.string().min(1).optional().describe('The same seed gives the same audience'),
    incident: z
      .enum(incidentKinds)
      .optional()
      .describe(`One of ${incidentKinds.join(', ')}`),
    duration: duration.default(600).describe('How long, such as 90s, 10m or 2h; 10m when unset'),
  }),
  run: async (app, options, { signal } = {}) => {
    const simulation = new Simulation({
      to: options.to,
      environmentKey: options.environment_key,
      viewers: options.viewers,
      speed: options.speed,
      seed: options.seed ?? String(randomInt(1_000_000_000)),
      incident: options.incident,
      durationMs: options.duration * 1_000,
      isOurs: isOwnAddress(app, options.to),
    })
    runningSimulations.add(simulation)
    const stop = () => void simulation.stop()
    signal?.addEventListener('abort', stop, { once: true })
    if (signal?.aborted) stop()
    await simulation.finished
    runningSimulations.delete(simulation)
    return simulation.describe()
  },
})
