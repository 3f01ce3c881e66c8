import type Mux from '@mux/mux-node'
import { answerOf, problemsOf, type Product } from './declarations.ts'

/** Which test file covers which resources of the client; together they cover all. */
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

/** Every method of a resource, by its path of names. */
export const methodsOf = (resource: unknown, path: readonly string[] = []): string[][] => {
  if (!isResource(resource)) return []
  return [
    ...methodNamesOf(resource).map((name) => [...path, name]),
    ...Object.entries(resource).flatMap(([name, child]) =>
      name === '_client' ? [] : methodsOf(child, [...path, name]),
    ),
  ]
}

/** Records which methods were called, and checks every response against the client's declarations. */
export class CheckedAnswers {
  readonly called = new Set<string>()
  readonly #checks: Promise<string[]>[] = []

  /** Wraps the data resources of a client in place. */
  watch({ data }: Mux): Mux['data'] {
    this.#watch('data', data as unknown as Resource, [])
    return data
  }

  /** Wraps the video resources of a client in place; playback URLs return files. */
  watchVideo({ video }: Mux): Mux['video'] {
    for (const [name, child] of Object.entries(video))
      if (name !== 'playback' && isResource(child)) this.#watch('video', child, [name])
    return video
  }

  /** Wraps the system resources of a client in place; usage is not available as files. */
  watchSystem({ system }: Mux): Mux['system'] {
    for (const [name, child] of Object.entries(system))
      if (isResource(child)) this.#watch('system', child, [name])
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
          // Errors are checked by the test that expects them.
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
