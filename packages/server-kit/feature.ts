import type { Hono } from 'hono'
import type { z } from 'zod'
import type { App } from './app.ts'
import type { Implemented } from './implement.ts'
import type { AnyJob } from './jobs/job.ts'

export interface CommandCall {
  /** Ends when whoever gave the command goes away, or the program stops. */
  signal?: AbortSignal
  /** Tells how far it is; may be called as often as one likes. */
  progress?: (now: Progress) => void
}

export interface Progress {
  /** For whoever looks at a terminal. */
  message: string
  /** Told whenever it changes; what is counted within it now and then. */
  step: string
  [figure: string]: string | number
}

/** A command of the operator, given over the socket file. */
export interface Command<Options extends z.ZodObject = z.ZodObject> {
  /** Words as typed: `environment create`. */
  name: string
  summary: string
  /** Option names are snake_case here and --kebab-case when typed; describe() is their help. */
  options: Options
  run(app: App, options: z.output<Options>, call?: CommandCall): Promise<Record<string, unknown>>
}

export const command = <Options extends z.ZodObject>(given: Command<Options>): Command => given

/** Runs every so often, in one at a time of the processes that have the role `scheduler`. */
export interface Schedule {
  name: string
  everySeconds: number
  /** Works on files of the data folder, which each process has to itself. */
  isOfFolder?: true
  /** The signal ends a run that was lost to another process, and one of a program that stops. */
  run(app: App, signal?: AbortSignal): Promise<void>
}

export interface RunningService {
  /** Looks for work now. */
  wake(): void
  stop(): Promise<void>
}

/** Runs as long as the program, in the role `worker`: many small things that need no job each. */
export interface Service {
  name: string
  /** What is said there with NOTIFY wakes it. */
  channel: string
  start(app: App): RunningService
}

/** What a feature declares; the roles of the program run it. */
export interface Feature {
  name: string
  endpoints: Implemented[]
  schedules: Schedule[]
  commands: Command[]
  /** Run by the role `worker`. */
  jobs: AnyJob[]
  services: Service[]
  /** Addresses outside of the API; like the API they answer under the names of this server only. */
  mount?: (server: Hono, app: App) => void
  /** Addresses that answer under any name: they stand in other people's pages and know no cookies. */
  mountForAnyHost?: (server: Hono, app: App) => void
}

export const feature = (
  name: string,
  declared: {
    endpoints?: Implemented[][]
    schedules?: Schedule[]
    commands?: Command[]
    jobs?: AnyJob[]
    services?: Service[]
    mount?: Feature['mount']
    mountForAnyHost?: Feature['mountForAnyHost']
  },
): Feature => ({
  name,
  endpoints: declared.endpoints?.flat() ?? [],
  schedules: declared.schedules ?? [],
  commands: declared.commands ?? [],
  jobs: declared.jobs ?? [],
  services: declared.services ?? [],
  ...(declared.mount && { mount: declared.mount }),
  ...(declared.mountForAnyHost && { mountForAnyHost: declared.mountForAnyHost }),
})
