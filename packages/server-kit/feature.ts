import type { Hono } from 'hono'
import type { z } from 'zod'
import type { App } from './app.ts'
import type { Topic } from './channels/topic.ts'
import type { Implemented } from './implement.ts'
import type { AnyJob } from './jobs/job.ts'
import type { SlotPart } from './slot.ts'

export interface CommandCall {
  /** Aborted when the caller disconnects or the program stops. */
  signal?: AbortSignal
  /** Reports progress; may be called often. */
  progress?: (now: Progress) => void
}

export interface Progress {
  /** One line for the terminal. */
  message: string
  /** Every change of the step is reported; other figures are throttled. */
  step: string
  [figure: string]: string | number
}

/** A command of the operator, received over the socket file. */
export interface Command<Options extends z.ZodObject = z.ZodObject> {
  /** The words to type, such as `environment create`. */
  name: string
  summary: string
  /** Option names are snake_case here and --kebab-case when typed; their describe() texts are the help. */
  options: Options
  run(app: App, options: z.output<Options>, call?: CommandCall): Promise<Record<string, unknown>>
}

export const command = <Options extends z.ZodObject>(given: Command<Options>): Command => given

/** Runs periodically, in only one of the processes with the role `scheduler` at a time. */
export interface Schedule {
  name: string
  everySeconds: number
  /** Set for work on files of the data folder, which every process has separately. */
  isOfFolder?: true
  /** The signal aborts when the run loses its lease to another process, or the program stops. */
  run(app: App, signal?: AbortSignal): Promise<void>
}

export interface RunningService {
  /** Looks for due work now. */
  wake(): void
  stop(): Promise<void>
}

/** Runs as long as the program, in the role `worker`: for many small tasks that need no job each. */
interface Service {
  name: string
  /** A NOTIFY on this channel wakes it. */
  channel: string
  start(app: App): RunningService
}

/** Takes connections on ports of its own, in the role `ingest`. */
interface Listener {
  name: string
  /** The database is the one that sends notices. */
  start(app: App, database: { readonly url: string }): Promise<{ stop(): Promise<void> }>
}

/** What a feature declares; the processes run it according to their roles. */
export interface Feature {
  name: string
  endpoints: Implemented[]
  schedules: Schedule[]
  commands: Command[]
  /** Run by the role `worker`. */
  jobs: AnyJob[]
  services: Service[]
  listeners: Listener[]
  /** Run by the role `realtime`. */
  topics: Topic[]
  /** The parts it adds to slots of other features. */
  parts: SlotPart[]
  /** Routes outside of the API; like the API they answer only under the host names of this server. */
  mount?: (server: Hono, app: App) => void
  /** Routes before the API that answer under any host name: other sites or servers call them, and they use no cookies. */
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
    listeners?: Listener[]
    topics?: Topic[]
    parts?: SlotPart[]
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
  listeners: declared.listeners ?? [],
  topics: declared.topics ?? [],
  parts: declared.parts ?? [],
  ...(declared.mount && { mount: declared.mount }),
  ...(declared.mountForAnyHost && { mountForAnyHost: declared.mountForAnyHost }),
})
