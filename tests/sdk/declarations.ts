import { readdirSync, readFileSync } from 'node:fs'
import { timeFormatOf, timeProblems } from './time-formats.ts'

/** A type from the client's declarations with its file and scope, so that its names can be resolved. */
interface DeclaredType {
  text: string
  file: URL
  scope: readonly string[]
}

interface Field {
  name: string
  isOptional: boolean
  type: DeclaredType
  /** Its comment, the only place that states time formats. */
  comment: string
}

interface Declarations {
  /** By their namespace path. */
  interfaces: Map<string, Field[]>
  /** By class: return types of methods and types of properties. */
  classes: Map<string, Map<string, DeclaredType>>
  imports: Map<string, URL>
  /** Type aliases: unions of literals, and lists of rows. */
  aliases: Map<string, string>
}

const start = /^(?:export )?(?:declare )?(interface|namespace|class) (\w+)[^{]*\{$/
const field = /^(\w+)(\??): (.+?);?$/
const method = /^(\w+)\(.*\): (?:APIPromise|PagePromise)<(.+)>;$/

const commentMark = '//: '
const commentInOneLine = (comment: string) =>
  commentMark + comment.replaceAll(/[/*\s]+/g, ' ').trim()

const read = (file: URL): Declarations => {
  const found: Declarations = {
    interfaces: new Map(),
    classes: new Map(),
    imports: new Map(),
    aliases: new Map(),
  }
  const open: { kind: string; name: string }[] = []
  const source = readFileSync(file, 'utf8').replaceAll(/\/\*[^]*?\*\//g, commentInOneLine)
  // Inline object types are put on one line, like every other type.
  const lines = source.replaceAll(/: \{\s*(\[key: string\]: \w+);\s*\}/g, ': { $1 }').split('\n')
  let comment = ''
  for (const line of lines.map((each) => each.trim())) {
    if (line.startsWith(commentMark)) {
      comment = line.slice(commentMark.length)
      continue
    }
    const [, alias, from] = /^import \* as (\w+) from "(.+)\.js";$/.exec(line) ?? []
    if (alias && from) found.imports.set(alias, new URL(`${from}.d.ts`, file))
    const [, other, meant] = /^export type (\w+) = (.+);$/.exec(line) ?? []
    if (other && meant) found.aliases.set(other, meant)
    const [, kind, name] = start.exec(line) ?? []
    const path = open.map((one) => one.name)
    const innermost = open.at(-1)
    if (kind && name) {
      open.push({ kind, name })
      if (kind === 'interface') found.interfaces.set([...path, name].join('.'), [])
      if (kind === 'class') found.classes.set(name, new Map())
    } else if (line.startsWith('}')) open.pop()
    else if (innermost?.kind === 'interface') {
      const [, fieldName, mark, text] = field.exec(line) ?? []
      if (fieldName && text)
        found.interfaces.get(path.join('.'))?.push({
          name: fieldName,
          isOptional: mark === '?',
          type: { text, file, scope: path },
          comment,
        })
    } else if (innermost?.kind === 'class') {
      const [, memberName, text] = method.exec(line) ?? /^(\w+): ([\w.]+);$/.exec(line) ?? []
      if (memberName && text)
        found.classes.get(innermost.name)?.set(memberName, { text, file, scope: [] })
    }
    comment = ''
  }
  return found
}

const files = new Map<string, Declarations>()
const declarationsOf = (file: URL) => {
  const known = files.get(file.href) ?? read(file)
  files.set(file.href, known)
  return known
}

/** The fields of an interface, looked up from the innermost namespace outwards. */
const fieldsOf = ({ text, file, scope }: DeclaredType): Field[] | undefined => {
  const [first = '', ...rest] = text.split('.')
  const imported = declarationsOf(file).imports.get(first)
  if (imported) return fieldsOf({ text: rest.join('.'), file: imported, scope: [] })
  for (let depth = scope.length; depth >= 0; depth -= 1) {
    const found = declarationsOf(file).interfaces.get([...scope.slice(0, depth), text].join('.'))
    if (found) return found
  }
  return undefined
}

/** The type that an alias stands for. */
const meaningOf = ({ text, file }: DeclaredType): DeclaredType | undefined => {
  const [first = '', second] = text.split('.')
  const imported = declarationsOf(file).imports.get(first)
  if (imported && second) return meaningOf({ text: second, file: imported, scope: [] })
  const meant = declarationsOf(file).aliases.get(text)
  return meant === undefined ? undefined : { text: meant, file, scope: [] }
}

export type Product = 'data' | 'system' | 'video'

const resources = new URL('../../node_modules/@mux/mux-node/resources/', import.meta.url)

/** The return type of a method, found by its path of names from `client.data` etc. Lists are pages of their rows. */
export const answerOf = (names: readonly string[], product: Product = 'data'): DeclaredType => {
  let file = new URL(`${product}/${product}.d.ts`, resources)
  let className = { data: 'Data', system: 'System', video: 'Video' }[product]
  for (const name of names) {
    const member = declarationsOf(file).classes.get(className)?.get(name)
    if (!member) throw new Error(`The client declares no ${names.join('.')} in ${file.pathname}.`)
    const [alias = '', next] = member.text.split('.')
    const imported = declarationsOf(file).imports.get(alias)
    if (name === names.at(-1)) return member
    if (!imported || !next) throw new Error(`The client declares ${member.text} nowhere.`)
    file = imported
    className = next
  }
  throw new Error('A method has a name.')
}

/** Every field of a product whose comment states a time format. */
export const timeFieldsOf = (product: Product): string[] => {
  const folder = new URL(`${product}/`, resources)
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names
    .filter((name) => name.endsWith('.d.ts'))
    .flatMap((name) => [...declarationsOf(new URL(name, folder)).interfaces])
    .flatMap(([owner, fields]) =>
      fields.flatMap(({ name, comment }) => {
        const format = timeFormatOf(comment)
        return format === undefined ? [] : [`${owner}.${name}: ${format}`]
      }),
    )
    .toSorted()
}

const alternatives = (text: string) => text.split(' | ')

/** Differences between a value and its declared type, one per place; empty when it conforms. */
export const problemsOf = (value: unknown, type: DeclaredType, place: string): string[] => {
  const of = (text: string) => ({ ...type, text: text.trim() })
  const array = /^Array<(.+)>$/.exec(type.text)?.[1]
  if (array) {
    if (!Array.isArray(value)) return [`${place} is ${describe(value)} and no list`]
    return value.flatMap((item, at) => problemsOf(item, of(array), `${place}[${at}]`))
  }
  const page = /^\w+(?:BasePage|CursorPage|PageWithTimeframe), (.+)$/.exec(type.text)?.[1]
  if (page) {
    const { data } = value as { data: unknown }
    return problemsOf(data, of(`Array<${page}>`), place)
  }
  const [first, ...others] = alternatives(type.text)
  if (others.length > 0) {
    const all = [first!, ...others].map((text) => problemsOf(value, of(text), place))
    return all.some((problems) => problems.length === 0) ? [] : all[0]!
  }
  const isOfKind = fitsKind(value, type.text)
  if (isOfKind !== undefined)
    return isOfKind ? [] : [`${place} is ${describe(value)} and not ${type.text}`]
  const meaning = meaningOf(type)
  if (meaning) return problemsOf(value, meaning, place)
  const fields = fieldsOf(type)
  if (!fields) throw new Error(`${place}: the type ${type.text} is not known.`)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [`${place} is ${describe(value)} and no object`]
  const record = value as Record<string, unknown>
  return fields.flatMap(({ name, isOptional, type: declared, comment }) =>
    record[name] === undefined && isOptional
      ? []
      : [
          ...problemsOf(record[name], declared, `${place}.${name}`),
          ...timeProblems(record[name], comment, `${place}.${name}`),
        ],
  )
}

/** Undefined where the type is a name that must be resolved. */
const fitsKind = (value: unknown, text: string): boolean | undefined => {
  if (['string', 'number', 'boolean', 'undefined'].includes(text)) return typeof value === text
  if (text === 'null') return value === null
  if (text === 'void') return value === undefined || value === null
  if (text === 'unknown') return true
  if (text.startsWith('{ [key')) return typeof value === 'object' && value !== null
  return /^'(.*)'$/.test(text) ? value === text.slice(1, -1) : undefined
}

const describe = (value: unknown) => (value === undefined ? 'missing' : JSON.stringify(value))
