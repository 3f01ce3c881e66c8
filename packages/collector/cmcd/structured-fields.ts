/** Boxed, to distinguish a token from a string. */
interface Token {
  token: string
}
type BareItem = number | string | boolean | Token
export interface Item {
  value: BareItem
  parameters: ReadonlyMap<string, BareItem>
}
export type Member = Item | readonly Item[]

interface Dictionary {
  members: Map<string, Member>
  /** Keys whose value could not be parsed, and members without a key. */
  broken: string[]
}

export const isToken = (value: unknown): value is Token =>
  typeof value === 'object' && value !== null && 'token' in value

export const isList = (member: Member): member is readonly Item[] => Array.isArray(member)

const textMax = 4_096
const listMax = 64
const membersMax = 128

class Unreadable extends Error {}

/** Parses a dictionary of structured field values (RFC 8941): an unreadable value loses only its own key. */
export const parseDictionary = (line: string): Dictionary => {
  const reader = new Reader(line)
  const found: Dictionary = { members: new Map(), broken: [] }
  for (
    reader.skipSpace();
    !reader.isAtEnd && found.members.size + found.broken.length < membersMax;
    reader.nextMember()
  ) {
    const key = reader.readKey()
    try {
      if (key === '') throw new Unreadable()
      const member = reader.take('=')
        ? reader.readMember()
        : { value: true, parameters: reader.readParameters() }
      if (!reader.isAtSeparator) throw new Unreadable()
      found.members.set(key, member)
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      found.broken.push(key)
      reader.skipMember()
    }
  }
  return found
}

class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length
  }

  get isAtSeparator(): boolean {
    this.skipSpace()
    return this.isAtEnd || this.#text[this.#at] === ','
  }

  take(character: string): boolean {
    if (this.#text[this.#at] !== character) return false
    this.#at += 1
    return true
  }

  skipSpace(): void {
    while (this.take(' ') || this.take('\t') || this.take('\r'));
  }

  nextMember(): void {
    this.take(',')
    this.skipSpace()
  }

  /** Skips to the next comma that is outside strings and lists. */
  skipMember(): void {
    let isInText = false
    let depth = 0
    for (; !this.isAtEnd; this.#at += 1) {
      const character = this.#text[this.#at]
      if (isInText && character === '\\') this.#at += 1
      else if (character === '"') isInText = !isInText
      else if (!isInText && character === '(') depth += 1
      else if (!isInText && character === ')') depth -= 1
      else if (!isInText && depth <= 0 && character === ',') return
    }
  }

  /** Custom keys of players contain capitals although the standard forbids them. */
  readKey(): string {
    return this.#match(/[A-Za-z*][A-Za-z0-9_\-.*]*/y) ?? ''
  }

  readMember(): Member {
    if (!this.take('(')) return this.#readItem()
    const items: Item[] = []
    for (this.skipSpace(); !this.take(')'); this.skipSpace()) {
      if (this.isAtEnd || items.length >= listMax) throw new Unreadable()
      items.push(this.#readItem())
    }
    this.readParameters()
    return items
  }

  readParameters(): ReadonlyMap<string, BareItem> {
    const parameters = new Map<string, BareItem>()
    while (this.take(';')) {
      this.skipSpace()
      const key = this.readKey()
      if (key === '') throw new Unreadable()
      parameters.set(key, this.take('=') ? this.#readBareItem() : true)
    }
    return parameters
  }

  #readItem(): Item {
    return { value: this.#readBareItem(), parameters: this.readParameters() }
  }

  #readBareItem(): BareItem {
    if (this.#text[this.#at] === '"') return this.#readText()
    const flag = this.#match(/\?[01]/y)
    if (flag !== null) return flag === '?1'
    const number = this.#match(/@?-?\d{1,15}(?:\.\d{1,6})?/y)
    if (number !== null) return Number(number.replace('@', ''))
    const token = this.#match(/[A-Za-z*][A-Za-z0-9!#$%&'*+\-.^_`|~:/]*/y)
    if (token === null) throw new Unreadable()
    return { token }
  }

  #readText(): string {
    let text = ''
    for (this.#at += 1; !this.isAtEnd; this.#at += 1) {
      const character = this.#text[this.#at] ?? ''
      if (character === '"') {
        this.#at += 1
        return text.slice(0, textMax)
      }
      if (character === '\\') this.#at += 1
      text += this.#text[this.#at] ?? ''
    }
    throw new Unreadable()
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at
    const [found] = pattern.exec(this.#text) ?? []
    if (found === undefined) return null
    this.#at += found.length
    return found
  }
}
