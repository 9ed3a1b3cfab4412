/**
 * Column names used by programs and people, in English, German, French, Spanish, Portuguese, Chinese, Italian, Dutch,
 * Scandinavian languages, Russian, Japanese and Korean. Names are compared without case, accents, blanks, punctuation
 * and units: `Höhe [px]` is `hohe`.
 */

/** The form in which names are compared. */
export function plainName(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll(/[([{](px|pix|pixels?|s|sec|seconds?|像素)[)\]}]/g, "")
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
  return plain.replace(/(?<=.)(px|pixels?)$/, "");
}

const listed = {
  image: [
    "filename imagefilename colorimage rgbimage imagename imagefile image imageid imagepath filepath path file img imgname imgid imgpath picture photo framename pathtoimage nameid",
    "dateiname bilddatei bildname bildpfad datei bild foto",
    "nomdufichier nomfichier fichier nomdelimage nomimage cheminimage",
    "nombredearchivo nombrearchivo archivo fichero nombredelaimagen nombreimagen imagen",
    "nomedoarquivo nomearquivo arquivo ficheiro nomedaimagem nomeimagem imagem",
    "文件名 图像名 图片名 图像名称 图片名称 图像文件 图片文件 图像 图片 文件 照片 檔名 檔案名稱 圖像 圖片 影像",
    "nomefile immagine nomeimmagine bestandsnaam bestand afbeelding filnavn bilde filnamn файл имяфайла изображение ファイル名 ファイル 画像 画像名 파일명 파일 이미지",
  ],
  frame: [
    "frame frameid frameindex frameidx framenumber frameno framenum frameind framenr slice",
    "bildnummer bildnr framenummer einzelbild",
    "numerodetrame numerotrame trame numerodimage numeroimage",
    "numerodefotograma numerofotograma fotograma numerodecuadro cuadro",
    "numerodoquadro numeroquadro quadro",
    "帧号 帧序号 帧编号 帧索引 帧数 帧 幀號 幀",
    "fotogramma numerofotogramma beeld beeldnummer кадр номеркадра フレーム フレーム番号 コマ 프레임 프레임번호",
  ],
  time: [
    "time times timestamp timems timestampms timestampsec timecode timeinvideo timeinms timeinseconds timesec sec secs seconds frametime videotime",
    "zeit zeitstempel zeitms sekunde sekunden temps horodatage tiempo tempo segundo segundos",
    "时间 时间戳 時間",
    "tempo tijd tijdstip время 時刻 시간",
  ],
  track: [
    "trackid trackerid tracknumber trackno trackindex trajectoryid trajectory tracklet track objectid objid instanceid trackletid targetid personid animalid pedid vehicleid fishid identity id",
    "objektid objektnummer spurid spurnummer spur",
    "identifiant idobjet idpiste piste",
    "identificador idobjeto idpista pista",
    "idtrilha trilha",
    "目标id 目标编号 对象id 轨迹id 轨迹 跟踪id 物体id 编号 軌跡 編號",
    "idoggetto idtraccia traccia spoor spoorid sporid ид идентификатор трек объект トラック トラックid 物体id 個体id 추적id 객체id",
  ],
  x1: [
    "x1 xmin minx left x0 bboxx1 boxx1 bboxxmin boxxmin bboxleft xtl tlx xleft upperleftx topleftx bbleft boxleft",
    "links xlinks linksx xvon gauche xgauche izquierda xizquierda esquerda xesquerda 左 左上x 左上角x x最小 最小x 左边 左邊",
    "sinistra links venstre vanster слева лево 左端 왼쪽",
  ],
  y1: [
    "y1 ymin miny top y0 bboxy1 boxy1 bboxymin boxymin bboxtop ytl tly ytop upperlefty toplefty bbtop boxtop",
    "oben yoben obeny yvon haut yhaut arriba yarriba superior ysuperior topo cima 上 左上y 左上角y y最小 最小y 上边 上邊",
    "alto boven topp overkant сверху верх 上端 위쪽",
  ],
  x2: [
    "x2 xmax maxx right bboxx2 boxx2 bboxxmax boxxmax bboxright xbr brx xright lowerrightx bottomrightx bbright boxright",
    "rechts xrechts rechtsx xbis droite xdroite derecha xderecha direita xdireita 右 右下x 右下角x x最大 最大x 右边 右邊",
    "destra rechts hoyre høyre hoger справа право 右端 오른쪽",
  ],
  y2: [
    "y2 ymax maxy bottom bboxy2 boxy2 bboxymax boxymax bboxbottom ybr bry ybottom lowerrighty bottomrighty bbbottom boxbottom",
    "unten yunten unteny ybis bas ybas abajo yabajo inferior yinferior baixo fundo 下 右下y 右下角y y最大 最大y 下边 下邊",
    "basso onder bunn underkant снизу низ 下端 아래쪽",
  ],
  x: [
    "bboxx boxx bbx bx bboxleft bbleft boxleft left xmin x1 xtl xtopleft topleftx upperleftx x",
    "links gauche izquierda esquerda 左 左上x 左上角x",
    "sinistra links venstre слева 左端",
  ],
  y: [
    "bboxy boxy bby by bboxtop bbtop boxtop top ymin y1 ytl ytopleft toplefty upperlefty y",
    "oben haut arriba superior topo cima 上 左上y 左上角y",
    "alto boven topp сверху 上端",
  ],
  cx: [
    "cx xcenter xcentre centerx centrex xc bboxcx xmid midx",
    "xmitte mittex zentrumx mittelpunktx xcentro centrox 中心x x中心 中心点x",
  ],
  cy: [
    "cy ycenter ycentre centery centrey yc bboxcy ymid midy",
    "ymitte mittey zentrumy mittelpunkty ycentro centroy 中心y y中心 中心点y",
  ],
  width: [
    "bboxwidth bboxw boxwidth boxw bbw bbwidth w width",
    "breite largeur ancho anchura largura 宽度 宽 寬度 寬",
    "larghezza breedte bredde bredd ширина 幅 너비",
  ],
  height: [
    "bboxheight bboxh boxheight boxh bbh bbheight h height",
    "hohe hoehe hauteur alto altura 高度 高",
    "altezza hoogte høyde hojde hojd høyde высота 高さ 높이",
  ],
  box: ["bbox box boundingbox xywh"],
  points: ["points polygon vertices geometry wkt wktgeom"],
  shape: ["shapename shape"],
  type: [
    "labelname classname categoryname label class category type species speciesname speciesid taxon objectclass objecttype objectlabel objectname detclass detectionclass predictedclass predictedlabel labell1 labell2 lbl commonname scientificname name labelid classid categoryid cls annotationtag",
    "objektklasse klasse artname spezies art kategorie bezeichnung typ",
    "classe espece categorie etiquette libelle",
    "clase especie categoria etiqueta tipo nombre",
    "rotulo nome",
    "类别 标签 种类 物种 类型 分类 类 名称 類別 標籤 物種 種類",
    "specie classe etichetta soort klasse klass art класс вид метка 種類 種 クラス ラベル 클래스 종류",
  ],
  score: [
    "score confidence conf probability prob likelihood detectionconfidence detectionconf detconf detscore detectionscore classconfidence classconf speciesconfidence speciesconf confidencescore predictionconfidence predictionscore",
    "konfidenz wahrscheinlichkeit sicherheit confiance probabilite confianza probabilidad confianca probabilidade 置信度 置信 概率 得分 分数",
    "confidenza punteggio betrouwbaarheid konfidens уверенность 信頼度 スコア 신뢰도",
  ],
  "image-width": [
    "imagewidth imgwidth imagew imgw width",
    "bildbreite largeurimage largeurdelimage anchoimagen anchodeimagen anchodelaimagen larguraimagem larguradaimagem 图像宽度 图片宽度 图宽",
  ],
  "image-height": [
    "imageheight imgheight imageh imgh height",
    "bildhohe bildhoehe hauteurimage hauteurdelimage altoimagen alturaimagen altodelaimagen alturadaimagem 图像高度 图片高度 图高",
  ],
} as const satisfies Record<string, readonly string[]>;

export type NamedMeaning = keyof typeof listed;

/** By meaning; the first name found wins, so words that are ambiguous in other tables come last. */
export const columnNames: Readonly<Record<NamedMeaning, readonly string[]>> = Object.fromEntries(
  Object.entries(listed).map(([meaning, lists]) => [meaning, lists.flatMap((list) => list.split(" ").map(plainName))]),
) as unknown as Readonly<Record<NamedMeaning, readonly string[]>>;

/** Words of names of columns that say that a box is meant, not which side of it. */
const boxWords =
  /^(b(ou)?nd(ing)?|bb?|bbox|box|bndbox|boundingbox|rect|rectangle|roi|region|px|pixels?|norm|normali[sz]ed|rel|relative|abs|coords?|coordinates?|pos|position|corner|color|det|detection|obj|object|target|in|of|the)$/;

const sides: readonly (readonly [side: "x1" | "y1" | "x2" | "y2" | "cx" | "cy" | "width" | "height", words: RegExp])[] =
  [
    ["x1", /^(left|((min|left|start|from|tl|ul|0|1|top left|upper left|topleft|upperleft) x)|x[01]|xmin)$/],
    ["y1", /^(top|((min|top|start|from|tl|ul|0|1|top left|upper left|topleft|upperleft) y)|y[01]|ymin)$/],
    ["x2", /^(right|((max|right|end|to|br|lr|2|bottom right|lower right|bottomright|lowerright) x)|x2|xmax)$/],
    ["y2", /^(bottom|((max|bottom|end|to|br|lr|2|bottom right|lower right|bottomright|lowerright) y)|y2|ymax)$/],
    ["cx", /^(cx|xc|(c|ctr|mid|middle|center|centre|centroid) x|xcenter)$/],
    ["cy", /^(cy|yc|(c|ctr|mid|middle|center|centre|centroid) y|ycenter)$/],
    ["width", /^(w|width)$/],
    ["height", /^(h|height)$/],
  ];

/** The side of a box that a name says in its own words: `BoundingBox.Left`, `x_top_left`, `bbox_x_min`. */
export function sideNamed(name: string): string | undefined {
  const words = name
    .replaceAll(/[([{].*?[)\]}]/g, "")
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, " ")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && !boxWords.test(word));
  // `x_top_left` and `top_left_x` say the same.
  const axis = words.findIndex((word) => word === "x" || word === "y");
  const ordered = axis < 0 ? words : [...words.toSpliced(axis, 1), words[axis]];
  const text = ordered.join(" ");
  if (text === "x" || text === "y") return text;
  return sides.find(([, pattern]) => pattern.test(text))?.[0];
}
