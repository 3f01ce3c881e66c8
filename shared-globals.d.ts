/** What browsers and Node have in common, for code that runs in both (tsconfig.shared.json). */
declare class URLSearchParams {
  constructor(init?: string | Record<string, string>)
  append(name: string, value: string): void
  get(name: string): string | null
  getAll(name: string): string[]
  has(name: string): boolean
  set(name: string, value: string): void
  delete(name: string): void
  toString(): string
}
declare class URL {
  static canParse(url: string, base?: string): boolean
  constructor(url: string, base?: string)
  readonly protocol: string
  readonly hostname: string
  readonly searchParams: URLSearchParams
}
declare class AbortSignal {
  readonly aborted: boolean
  readonly reason: unknown
  throwIfAborted(): void
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}
declare function atob(text: string): string
