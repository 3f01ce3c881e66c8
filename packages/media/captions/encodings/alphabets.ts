/** How a language is written in files that are older than UTF-8. */
export interface Alphabet {
  /** ISO 639-1. */
  language: string
  /** As TextDecoder names them. */
  encodings: readonly string[]
  script: 'latin' | 'other'
  /** Lower case, the most frequent first; of languages in Latin script those beyond ASCII. */
  letters: string
}

const western = ['windows-1252', 'macintosh', 'iso-8859-15']
const central = ['windows-1250', 'iso-8859-2']
const baltic = ['windows-1257', 'iso-8859-13']
/** KOI8-U has the letters of KOI8-R in the same places. */
const cyrillic = ['windows-1251', 'iso-8859-5', 'ibm866', 'koi8-u']

const latin = (encodings: readonly string[], alphabets: Record<string, string>): Alphabet[] =>
  Object.entries(alphabets).map(([language, letters]) => ({
    language,
    encodings,
    script: 'latin',
    letters,
  }))

const other = (encodings: readonly string[], alphabets: Record<string, string>): Alphabet[] =>
  Object.entries(alphabets).map(([language, letters]) => ({
    language,
    encodings,
    script: 'other',
    letters,
  }))

export const alphabets: readonly Alphabet[] = [
  ...latin(western, {
    en: 'éèïñçöüàâêôóáí',
    de: 'üäößéà',
    fr: 'éèàêçôîâùûïœëüæÿ',
    es: 'óíáéñúüç',
    pt: 'ãçáéíóêõúâàôü',
    it: 'èàòùìéíóî',
    ca: 'àéóèíçòúïü',
    nl: 'ëéïöèüáóê',
    da: 'øåæéöäü',
    no: 'åøæéèòóôä',
    sv: 'äåöéàü',
    fi: 'äöåšž',
    is: 'áðíéöúóæþý',
    ga: 'áéíóú',
    sq: 'ëç',
    id: 'éè',
    ms: 'éè',
    eu: 'ñçü',
    gl: 'óéáíñúüï',
    af: 'êëéïôöüè',
  }),
  ...latin(central, {
    pl: 'łężąśćóńź',
    cs: 'íáéěřčýžšůúťďňó',
    sk: 'áíéčžýúšľťôňďóäŕĺ',
    hu: 'éáőöíóüúű',
    ro: 'ăîşâţéș',
    hr: 'čšžćđ',
    sl: 'čšžćđ',
    bs: 'čšžćđ',
    sr: 'čšžćđ',
    de: 'üäöß',
  }),
  ...latin(['windows-1254'], { tr: 'ıüşğçöâîû', az: 'əıüşçöğ' }),
  ...latin(baltic, {
    lv: 'āīēšūļņčķģž',
    lt: 'ėųįšžąūčę',
    et: 'äõüöšž',
  }),
  ...latin(['windows-1258'], {
    vi: 'đươôàâêáăảếạệìớấịộậớợíờừủọãúầểềồốứữụỏòéèẻẽẹóõùũýỳỷỹỵĩỉẫẩằắặẳẵễỗổởỡựử\u0301\u0300\u0323\u0309\u0303',
  }),
  ...other(cyrillic, {
    ru: 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё',
    bg: 'аиоетнрсвлкдпмзъгубчщяйжцшхфюьѝ',
  }),
  ...other(cyrillic, {
    uk: 'оаиніветрслкдмупяьзбгчйхцїєжшюфщґ',
    be: 'аніеорстклвдпумязыбьчгцйўэхшжюёф',
  }),
  ...other(['windows-1251', 'iso-8859-5'], {
    sr: 'аиоенртсвдкпјмуљглзбчшжцћхњђфџ',
    mk: 'аоиетнрсвкдлпмјузгбчшжцќфхњљѓџѕ',
  }),
  ...other(['windows-1253', 'iso-8859-7'], { el: 'ατοιενσρκπμςλήίάυόγέδωχθφβύξώζψϊΐϋΰ' }),
  ...other(['windows-1255', 'iso-8859-8'], {
    he: 'יולהאמרתבנשםכעדקחפגטצסזןךףץ',
  }),
  ...other(['windows-1256', 'iso-8859-6'], {
    ar: 'الينمورتبهعدفكسحقأجةطشىصخءذثضإزغئؤظآ',
    fa: 'اینرودهمتبشسلکزخگآفقحعجپطصچغضثذظءئؤيكژ',
    ur: 'اکیںرےنوہمتلسدبپجگشعحقچھفزخٹطصضڈغذڑئظثؤءآژ',
  }),
  ...other(['windows-874'], {
    th: 'านรอกเง่มย้ลวดทสตะ\u0e31ปบคหแ\u0e34\u0e35จพช\u0e4cขใไโ\u0e37\u0e39\u0e38\u0e36ผณถศซญษภธฟ\u0e33ฐๆฉ\u0e47ๆฝฆฏฤฎฑฒ\u0e4aฬ\u0e4bฮฯ',
  }),
]
