import type Mux from '@mux/mux-node'
import { answerOf, problemsOf, type Product } from './declarations.ts'

/** Which test file drives which resources of the client; together they are all there are. */
export const drivenResources = {
  questions: ['dimensions', 'errors', 'metrics', 'videoViews'],
  live: [
    'annotations',
    'engagement',
    'exports',
    'incidents',
    'monitoring',
    'realTime',
    'subviewMetrics',
  ],
} as const

interface Resource {
  [name: string]: unknown
}

const isResource = (value: unknown): value is Resource =>
  typeof value === 'object' && value !== null && '_client' in value

const methodNamesOf = (resource: Resource) =>
  Object.getOwnPropertyNames(Object.getPrototypeOf(resource)).filter(
    (name) => name !== 'constructor',
  )

/** Every method below a resource, by the names that lead to it. */
export const methodsOf = (resource: unknown, path: readonly string[] = []): string[][] => {
  if (!isResource(resource)) return []
  return [
    ...methodNamesOf(resource).map((name) => [...path, name]),
    ...Object.entries(resource).flatMap(([name, child]) =>
      name === '_client' ? [] : methodsOf(child, [...path, name]),
    ),
  ]
}

/** Remembers which methods were called, and holds every answer against what the client declares. */
export class CheckedAnswers {
  readonly called = new Set<string>()
  readonly #checks: Promise<string[]>[] = []

  /** The data resources of a client, watched in place. */
  watch({ data }: Mux): Mux['data'] {
    this.#watch('data', data as unknown as Resource, [])
    return data
  }

  /** The video resources of a client, watched in place; playback addresses answer files. */
  watchVideo({ video }: Mux): Mux['video'] {
    for (const [name, child] of Object.entries(video))
      if (name !== 'playback' && isResource(child)) this.#watch('video', child, [name])
    return video
  }

  /** The system resources of a client, watched in place; usage is not offered as files. */
  watchSystem({ system }: Mux): Mux['system'] {
    for (const [name, child] of Object.entries(system))
      if (name !== 'usageExports' && isResource(child)) this.#watch('system', child, [name])
    return system
  }

  async problems(): Promise<string[]> {
    return (await Promise.all(this.#checks)).flat()
  }

  #watch(product: Product, resource: Resource, path: readonly string[]) {
    for (const name of methodNamesOf(resource)) {
      const ask = resource[name] as (...given: unknown[]) => Promise<unknown>
      const names = [...path, name]
      resource[name] = (...given: unknown[]) => {
        this.called.add(names.join('.'))
        const answer = ask.apply(resource, given)
        const check = answer.then(
          (value) => problemsOf(value, answerOf(names, product), names.join('.')),
          // A refusal is what its own test expects.
          () => [],
        )
        this.#checks.push(check)
        return answer
      }
    }
    for (const [name, child] of Object.entries(resource))
      if (name !== '_client' && isResource(child)) this.#watch(product, child, [...path, name])
  }
}
