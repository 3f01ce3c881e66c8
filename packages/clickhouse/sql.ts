import { callerName } from '@playhead/domain/caller-name.ts'
import { TypeMismatch, typed, type TypedValue } from './typed-value.ts'

export type SqlValue = string | boolean | Date | readonly string[] | TypedValue | SqlFragment

/** A piece of SQL whose values travel as typed parameters, never spliced. Only this file can make one. */
export class SqlFragment {
  readonly #texts: readonly string[]
  readonly #values: readonly TypedValue[]
  readonly name: string | undefined

  private constructor(
    texts: readonly string[],
    values: readonly TypedValue[],
    name: string | undefined,
  ) {
    this.#texts = texts
    this.#values = values
    this.name = name
  }

  get text(): string {
    const tag = this.name === undefined ? '' : `/* ${this.name} */ `
    return this.#values.reduce(
      (text, { type }, index) => `${text}{p${index}:${type}}${this.#texts[index + 1] ?? ''}`,
      tag + (this.#texts[0] ?? ''),
    )
  }

  get parameters(): Record<string, unknown> {
    return Object.fromEntries(this.#values.map(({ value }, index) => [`p${index}`, value]))
  }

  /** @internal Parts alternate: text, value, text, …; a fragment among the values is taken over in place. */
  static compose(texts: readonly string[], parts: readonly SqlValue[], name?: string): SqlFragment {
    const composedTexts = [texts[0] ?? '']
    const values: TypedValue[] = []
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
        values.push(typed(part))
        composedTexts.push(texts[index + 1] ?? '')
      }
    })
    return new SqlFragment(composedTexts, values, name)
  }
}

const namesByCallSite = new WeakMap<TemplateStringsArray, string | undefined>()

/** The query travels with the name of the function that wrote it, so that logs and `system.processes` show it. */
function sqlTag(texts: TemplateStringsArray, ...parts: readonly SqlValue[]): SqlFragment {
  if (!Array.isArray(texts) || !Object.isFrozen(texts) || !Array.isArray(texts.raw)) {
    throw new TypeMismatch('sql is a template tag; it takes no text from elsewhere.')
  }
  if (!namesByCallSite.has(texts)) namesByCallSite.set(texts, callerName())
  return SqlFragment.compose(texts, parts, namesByCallSite.get(texts))
}

function identifier(name: string): SqlFragment {
  if (name === '' || name.includes('\0')) throw new TypeMismatch('An identifier needs a name.')
  return SqlFragment.compose([`\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``], [])
}

const separators = { ', ': ', ', ' AND ': ' AND ', ' OR ': ' OR ', ' ': ' ' } as const

function join(
  fragments: readonly SqlFragment[],
  separator: keyof typeof separators = ', ',
): SqlFragment {
  if (fragments.length === 0) return empty
  const between = separators[separator]
  if (between === undefined) throw new TypeMismatch('Fragments join by comma, AND, OR or a space.')
  const texts = fragments.map((_, index) => (index === 0 ? '' : between))
  return SqlFragment.compose([...texts, ''], fragments)
}

const empty = SqlFragment.compose([''], [])

export const sql = Object.assign(sqlTag, { identifier, join, empty })
