import { callerName } from './caller-name.ts'
import { TypeMismatch } from './type-mismatch.ts'

/** The differences between the engines: how a value is bound, and how a name is quoted. */
interface Dialect<Value, Bound, Parameters> {
  /** Throws for values that cannot be bound. */
  bind(value: Value): Bound
  /** In the form that the client of the engine expects. */
  parameters(values: readonly Bound[]): Parameters
  /** `index` counts from 0. */
  placeholder(index: number, bound: Bound): string
  quote(name: string): string
}

/** A piece of SQL whose values are bound, never spliced. Only this file can make one. */
export class SqlFragment<Bound, Parameters> {
  readonly #dialect: Dialect<never, Bound, Parameters>
  readonly #texts: readonly string[]
  readonly #values: readonly Bound[]
  readonly name: string | undefined

  private constructor(
    dialect: Dialect<never, Bound, Parameters>,
    texts: readonly string[],
    values: readonly Bound[],
    name: string | undefined,
  ) {
    this.#dialect = dialect
    this.#texts = texts
    this.#values = values
    this.name = name
  }

  get text(): string {
    const tag = this.name === undefined ? '' : `/* ${this.name} */ `
    return this.#values.reduce(
      (text, value, index) =>
        `${text}${this.#dialect.placeholder(index, value)}${this.#texts[index + 1] ?? ''}`,
      tag + (this.#texts[0] ?? ''),
    )
  }

  get parameters(): Parameters {
    return this.#dialect.parameters(this.#values)
  }

  /** @internal Parts alternate: text, value, text, …; a fragment among the values is inlined. */
  static compose<Value, Bound, Parameters>(
    dialect: Dialect<Value, Bound, Parameters>,
    texts: readonly string[],
    parts: readonly (Value | SqlFragment<Bound, Parameters>)[],
    name?: string,
  ): SqlFragment<Bound, Parameters> {
    const composedTexts = [texts[0] ?? '']
    const values: Bound[] = []
    const append = (text: string): void => {
      composedTexts[composedTexts.length - 1] += text
    }
    parts.forEach((part, index) => {
      if (part instanceof SqlFragment && part.#dialect === dialect) {
        append(part.#texts[0] ?? '')
        composedTexts.push(...part.#texts.slice(1))
        values.push(...part.#values)
        append(texts[index + 1] ?? '')
      } else {
        values.push(dialect.bind(part as Value))
        composedTexts.push(texts[index + 1] ?? '')
      }
    })
    return new SqlFragment(dialect, composedTexts, values, name)
  }
}

const separators = { ', ': ', ', ' AND ': ' AND ', ' OR ': ' OR ', ' ': ' ' } as const

/** The `sql` tag of an engine. `compose` accepts foreign texts, so it stays private to the package of the engine. */
export const makeSql = <Value, Bound, Parameters>(dialect: Dialect<Value, Bound, Parameters>) => {
  type Fragment = SqlFragment<Bound, Parameters>
  const namesByCallSite = new WeakMap<TemplateStringsArray, string | undefined>()
  const compose = (texts: readonly string[], parts: readonly (Value | Fragment)[]): Fragment =>
    SqlFragment.compose(dialect, texts, parts)

  /** The query carries the name of the function that created it, so that logs and lists of running queries show it. */
  function sqlTag(texts: TemplateStringsArray, ...parts: readonly (Value | Fragment)[]): Fragment {
    if (!Array.isArray(texts) || !Object.isFrozen(texts) || !Array.isArray(texts.raw)) {
      throw new TypeMismatch('sql is a template tag; it takes no text from elsewhere.')
    }
    if (!namesByCallSite.has(texts)) namesByCallSite.set(texts, callerName())
    return SqlFragment.compose(dialect, texts, parts, namesByCallSite.get(texts))
  }

  function identifier(name: string): Fragment {
    if (name === '' || name.includes('\0')) throw new TypeMismatch('An identifier needs a name.')
    return compose([dialect.quote(name)], [])
  }

  const empty = compose([''], [])

  function join(
    fragments: readonly Fragment[],
    separator: keyof typeof separators = ', ',
  ): Fragment {
    if (fragments.length === 0) return empty
    const between = separators[separator]
    if (between === undefined) {
      throw new TypeMismatch('Fragments join by comma, AND, OR or a space.')
    }
    const texts = fragments.map((_, index) => (index === 0 ? '' : between))
    return compose([...texts, ''], fragments)
  }

  return { sql: Object.assign(sqlTag, { identifier, join, empty }), compose }
}
