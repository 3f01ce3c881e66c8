import { callerName } from '@playhead/domain/caller-name.ts'
export type SqlScalar = string | number | bigint | boolean | Date | Uint8Array | null
export type SqlValue = SqlScalar | readonly SqlScalar[] | SqlFragment

/** A piece of SQL whose values are bound, never spliced. Only the functions of this file can make one. */
export class SqlFragment {
  readonly #texts: readonly string[]
  readonly #values: readonly (SqlScalar | readonly SqlScalar[])[]
  readonly name: string | undefined

  private constructor(
    texts: readonly string[],
    values: readonly (SqlScalar | readonly SqlScalar[])[],
    name: string | undefined,
  ) {
    this.#texts = texts
    this.#values = values
    this.name = name
  }

  get text(): string {
    const tag = this.name === undefined ? '' : `/* ${this.name} */ `
    return tag + this.#texts.reduce((text, next, index) => `${text}$${index}${next}`)
  }

  get values(): readonly (SqlScalar | readonly SqlScalar[])[] {
    return this.#values
  }

  /** @internal Parts alternate: text, value, text, …; a fragment among the values is taken over in place. */
  static compose(texts: readonly string[], parts: readonly SqlValue[], name?: string): SqlFragment {
    const composedTexts = [texts[0] ?? '']
    const values: (SqlScalar | readonly SqlScalar[])[] = []
    const append = (text: string): void => {
      composedTexts[composedTexts.length - 1] += text
    }
    parts.forEach((part, index) => {
      if (part instanceof SqlFragment) {
        append(part.#texts[0] ?? '')
        composedTexts.push(...part.#texts.slice(1))
        values.push(...part.#values)
        append(texts[index + 1] ?? '')
      } else {
        values.push(checked(part))
        composedTexts.push(texts[index + 1] ?? '')
      }
    })
    return new SqlFragment(composedTexts, values, name)
  }
}

const namesByCallSite = new WeakMap<TemplateStringsArray, string | undefined>()

/** The query travels with the name of the function that wrote it, so that logs and `pg_stat_activity` show it. */
function sqlTag(texts: TemplateStringsArray, ...parts: readonly SqlValue[]): SqlFragment {
  if (!Array.isArray(texts) || !Object.isFrozen(texts) || !Array.isArray(texts.raw)) {
    throw new TypeError('sql is a template tag; it takes no text from elsewhere.')
  }
  if (!namesByCallSite.has(texts)) namesByCallSite.set(texts, callerName())
  return SqlFragment.compose(texts, parts, namesByCallSite.get(texts))
}

function checked(value: unknown): SqlScalar | readonly SqlScalar[] {
  if (Array.isArray(value)) return value.map((item) => checkedScalar(item))
  return checkedScalar(value)
}

function checkedScalar(value: unknown): SqlScalar {
  if (value === null || value instanceof Date || value instanceof Uint8Array) return value
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'bigint':
      return value
    case 'number':
      return value
    default:
      throw new TypeError(
        `A value of type ${typeof value} cannot be bound; use sql.json for objects.`,
      )
  }
}

function identifier(name: string): SqlFragment {
  if (name === '' || name.includes('\0')) throw new TypeError('An identifier needs a name.')
  return SqlFragment.compose([`"${name.replaceAll('"', '""')}"`], [])
}

/** For json and jsonb columns; bound as text. */
function json(value: unknown): SqlFragment {
  const text = JSON.stringify(value)
  if (text === undefined) throw new TypeError('This value has no JSON form.')
  return SqlFragment.compose(['', '::jsonb'], [text])
}

const separators = { ', ': ', ', ' AND ': ' AND ', ' OR ': ' OR ', ' ': ' ' } as const

function join(
  fragments: readonly SqlFragment[],
  separator: keyof typeof separators = ', ',
): SqlFragment {
  if (fragments.length === 0) return empty
  const between = separators[separator]
  if (between === undefined) throw new TypeError('Fragments join by comma, AND, OR or a space.')
  const texts = fragments.map((_, index) => (index === 0 ? '' : between))
  return SqlFragment.compose([...texts, ''], fragments)
}

const empty = SqlFragment.compose([''], [])

export const sql = Object.assign(sqlTag, { identifier, json, join, empty })
