/** A few sentences of films in many languages, with the encodings in which they were written before UTF-8. */
export const dialogues: readonly {
  language: string
  encodings: readonly string[]
  lines: readonly string[]
}[] = [
  {
    language: 'en',
    encodings: ['windows-1252', 'macintosh'],
    lines: ['“I don’t know what you mean.”', 'Meet me at the café – at nine…', 'He was so naïve.'],
  },
  {
    language: 'de',
    encodings: ['windows-1252', 'macintosh'],
    lines: [
      'Ich weiß nicht, wo die Schlüssel sind.',
      'Wir müssen früher gehen, hörst du?',
      'Das wäre schön.',
    ],
  },
  {
    language: 'fr',
    encodings: ['windows-1252', 'macintosh'],
    lines: [
      'Où étais-tu hier soir ?',
      'Je ne sais pas, ça m’est égal.',
      'Vous êtes très aimable, à demain. Mon cœur !',
    ],
  },
  {
    language: 'es',
    encodings: ['windows-1252', 'macintosh'],
    lines: ['¿Dónde está el niño?', 'Mañana será otro día, señor.', '¡Qué corazón tan frío!'],
  },
  {
    language: 'pt',
    encodings: ['windows-1252'],
    lines: [
      'Não sei onde está a minha irmã.',
      'Você não tem razão, então vá.',
      'É só uma questão de coração.',
    ],
  },
  {
    language: 'it',
    encodings: ['windows-1252'],
    lines: ['Perché non è più qui?', 'Non lo so, però verrà lunedì.', 'Così è la vita.'],
  },
  {
    language: 'sv',
    encodings: ['windows-1252'],
    lines: ['Jag vet inte var han är.', 'Vi måste gå nu, förstår du?', 'Så är det här på ön.'],
  },
  {
    language: 'da',
    encodings: ['windows-1252'],
    lines: ['Jeg ved ikke, hvor han er på vej hen.', 'Må jeg få en øl?', 'Vær så venlig at gå.'],
  },
  {
    language: 'fi',
    encodings: ['windows-1252'],
    lines: ['En tiedä, missä hän on.', 'Lähdetään tästä heti, ymmärrätkö?', 'Hyvää yötä.'],
  },
  {
    language: 'is',
    encodings: ['windows-1252'],
    lines: [
      'Ég veit ekki hvar hann er.',
      'Þú verður að fara núna, það er orðið áliðið.',
      'Góðan daginn, gæskur.',
    ],
  },
  {
    language: 'nl',
    encodings: ['windows-1252'],
    lines: ['Dat is een heel goed idee, zei België.', 'Eén voor allen, café en coöperatie.'],
  },
  {
    language: 'pl',
    encodings: ['windows-1250', 'iso-8859-2'],
    lines: [
      'Nie wiem, gdzie są klucze.',
      'Musimy już iść, słyszysz mnie?',
      'Dziękuję, że przyszedłeś.',
    ],
  },
  {
    language: 'cs',
    encodings: ['windows-1250', 'iso-8859-2'],
    lines: [
      'Nevím, kde jsou klíče.',
      'Musíme už jít, slyšíš mě?',
      'Děkuji, že jsi přišel. Žádný problém.',
    ],
  },
  {
    language: 'sk',
    encodings: ['windows-1250'],
    lines: [
      'Neviem, kde sú kľúče.',
      'Musíme už ísť, počuješ ma?',
      'Ďakujem, že si prišiel. Žiadny problém.',
    ],
  },
  {
    language: 'hu',
    encodings: ['windows-1250', 'iso-8859-2'],
    lines: [
      'Nem tudom, hol vannak a kulcsok.',
      'Mennünk kell, érted? Később jövök.',
      'Köszönöm szépen, nő és fű.',
    ],
  },
  {
    language: 'ro',
    encodings: ['windows-1250'],
    lines: ['Nu ştiu unde este maşina.', 'Trebuie să plecăm, înţelegi?', 'Mulţumesc că ai venit.'],
  },
  {
    language: 'hr',
    encodings: ['windows-1250'],
    lines: [
      'Ne znam gdje su ključevi.',
      'Moramo ići, čuješ li me?',
      'Hvala što si došao. Možda ćemo još doći.',
    ],
  },
  {
    language: 'tr',
    encodings: ['windows-1254'],
    lines: [
      'Anahtarların nerede olduğunu bilmiyorum.',
      'Gitmemiz gerekiyor, anlıyor musun?',
      'Geldiğin için teşekkür ederim.',
    ],
  },
  {
    language: 'lv',
    encodings: ['windows-1257'],
    lines: [
      'Es nezinu, kur ir atslēgas.',
      'Mums jāiet, vai tu saproti?',
      'Paldies, ka atnāci šodien. Lūdzu, nāc iekšā.',
    ],
  },
  {
    language: 'lt',
    encodings: ['windows-1257'],
    lines: [
      'Nežinau, kur yra raktai.',
      'Mums reikia eiti, ar supranti mane?',
      'Ačiū, kad atėjai šiandien, prašyčiau būti čia.',
    ],
  },
  {
    language: 'et',
    encodings: ['windows-1257'],
    lines: [
      'Ma ei tea, kus võtmed on.',
      'Me peame minema, kas sa mõistad?',
      'Aitäh, et sa tulid. Head ööd, jõudu tööle.',
    ],
  },
  {
    language: 'vi',
    encodings: ['windows-1258'],
    lines: [
      'Tôi không biết chìa khóa ở đâu.',
      'Chúng ta phải đi, anh có hiểu không?',
      'Cảm ơn vì đã đến.',
    ],
  },
  {
    language: 'ru',
    encodings: ['windows-1251', 'koi8-r', 'ibm866', 'iso-8859-5'],
    lines: [
      'Я не знаю, где ключи.',
      'Нам пора идти, ты меня слышишь?',
      'Спасибо, что пришёл. Всё будет хорошо.',
    ],
  },
  {
    language: 'uk',
    encodings: ['windows-1251', 'koi8-u'],
    lines: [
      'Я не знаю, де ключі.',
      'Нам час іти, ти мене чуєш?',
      'Дякую, що прийшов. Усе буде добре, їдьмо.',
    ],
  },
  {
    language: 'bg',
    encodings: ['windows-1251'],
    lines: [
      'Не знам къде са ключовете.',
      'Трябва да тръгваме, чуваш ли ме?',
      'Благодаря, че дойде.',
    ],
  },
  {
    language: 'sr',
    encodings: ['windows-1251'],
    lines: [
      'Не знам где су кључеви.',
      'Морамо да идемо, чујеш ли ме?',
      'Хвала што си дошао. Биће све у реду.',
    ],
  },
  {
    language: 'el',
    encodings: ['windows-1253', 'iso-8859-7'],
    lines: [
      'Δεν ξέρω πού είναι τα κλειδιά.',
      'Πρέπει να φύγουμε, με ακούς;',
      'Ευχαριστώ που ήρθες.',
    ],
  },
  {
    language: 'he',
    encodings: ['windows-1255'],
    lines: ['אני לא יודע איפה המפתחות.', 'אנחנו צריכים ללכת, אתה שומע אותי?', 'תודה שבאת.'],
  },
  {
    language: 'ar',
    encodings: ['windows-1256'],
    lines: ['لا أعرف أين المفاتيح.', 'يجب أن نذهب الآن، هل تسمعني؟', 'شكرا لأنك أتيت.'],
  },
  {
    language: 'th',
    encodings: ['windows-874'],
    lines: ['ฉันไม่รู้ว่ากุญแจอยู่ที่ไหน', 'เราต้องไปแล้ว คุณได้ยินฉันไหม', 'ขอบคุณที่มา'],
  },
  {
    language: 'ja',
    encodings: ['shift_jis', 'euc-jp'],
    lines: [
      '鍵がどこにあるのか分からない。',
      'もう行かなければならない、聞こえるか？',
      '来てくれてありがとう、ジョン。',
    ],
  },
  {
    language: 'zh',
    encodings: ['gb18030'],
    lines: ['我不知道钥匙在哪里。', '我们得走了，你听到我说话了吗？', '谢谢你来，没有问题。'],
  },
  {
    language: 'zh-TW',
    encodings: ['big5'],
    lines: ['我不知道鑰匙在哪裡。', '我們得走了，你聽到我說話了嗎？', '謝謝你來，沒有問題。'],
  },
  {
    language: 'ko',
    encodings: ['euc-kr'],
    lines: [
      '열쇠가 어디에 있는지 모르겠어요.',
      '우리는 가야 해요, 내 말 들려요?',
      '와줘서 고마워요.',
    ],
  },
]

/** As SubRip writes it. */
export const aSubRip = (lines: readonly string[]) =>
  lines
    .map(
      (line, place) =>
        `${place + 1}\r\n00:00:0${place + 1},000 --> 00:00:0${place + 1},900\r\n${line}\r\n`,
    )
    .join('\r\n')
