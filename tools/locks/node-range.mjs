/** Whether a version range of `engines.node` allows a version. */
export const admits = (range, version) => {
  const wanted = numbers(version)
  return range
    .split('||')
    .some((part) => comparators(part).every((comparator) => satisfies(wanted, comparator)))
}

function comparators(part) {
  const between = /^\s*([\d.]+)\s+-\s+([\d.]+)\s*$/.exec(part)
  if (between) return [`>=${between[1]}`, `<=${between[2]}`]
  return part
    .replaceAll(/([<>=^~]+)\s+/g, '$1')
    .trim()
    .split(/\s+/)
    .filter((text) => text && text !== '*' && text !== 'x')
}

function satisfies(wanted, comparator) {
  const [, sign, text] = /^([<>=^~]*)v?([\dx.*]+)/.exec(comparator) ?? []
  if (!text) throw new Error(`A version range cannot be read: ${comparator}`)
  const bound = numbers(text)
  const order = compare(wanted, bound)
  if (sign === '>=') return order >= 0
  if (sign === '>') return order > 0
  if (sign === '<=') return order <= 0 || startsWith(wanted, text)
  if (sign === '<') return order < 0
  if (sign === '^') return order >= 0 && wanted[0] === bound[0]
  if (sign === '~')
    return (
      order >= 0 && wanted[0] === bound[0] && (text.split('.').length < 2 || wanted[1] === bound[1])
    )
  return startsWith(wanted, text)
}

function startsWith(wanted, text) {
  return text
    .split('.')
    .every((part, index) => /^[x*]$/.test(part) || Number(part) === wanted[index])
}

function numbers(text) {
  const parts = text.split('.').map((part) => Number.parseInt(part, 10) || 0)
  return [parts[0] ?? 0, parts[1] ?? 0, parts[2] ?? 0]
}

function compare(a, b) {
  const index = a.findIndex((value, at) => value !== b[at])
  return index < 0 ? 0 : a[index] - b[index]
}
