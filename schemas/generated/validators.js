/** Generated from schemas/json by `npm run generate`: do not edit. */
"use strict";
export const annotationDocument = validate20;
const schema31 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"https://wakeline.dev/schemas/annotation-document.schema.json","title":"AnnotationDocument","description":"A DIVE annotation file, version 2.","type":"object","required":["tracks","groups","version"],"properties":{"version":{"const":2},"fps":{"type":"number","exclusiveMinimum":0},"tracks":{"type":"object","additionalProperties":{"$ref":"track.schema.json"}},"groups":{"type":"object","additionalProperties":{"$ref":"group.schema.json"}}}};
const schema32 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"https://wakeline.dev/schemas/track.schema.json","title":"Track","description":"One object through time: its type, its attributes and its detections, in ascending frame order.","type":"object","required":["id","begin","end","confidencePairs","attributes","features"],"properties":{"id":{"type":"integer","minimum":0},"begin":{"description":"First frame; equals the first feature's frame.","type":"integer","minimum":0},"end":{"description":"Last frame; equals the last feature's frame.","type":"integer","minimum":0},"confidencePairs":{"$ref":"#/$defs/ConfidencePairs"},"attributes":{"$ref":"#/$defs/AttributeValues"},"meta":{"type":"object","tsType":"Record<string, unknown>"},"features":{"type":"array","items":{"$ref":"#/$defs/Feature"}}},"$defs":{"ConfidencePairs":{"title":"ConfidencePairs","description":"Pairs of type name and confidence (0..1), sorted by confidence, descending.","type":"array","items":{"title":"WireConfidencePair","type":"array","prefixItems":[{"type":"string"},{"type":"number"}],"items":false,"minItems":2,"maxItems":2,"tsType":"[type: string, confidence: number]"}},"AttributeValues":{"title":"AttributeValues","description":"Attribute values by attribute name; `userAttributes` holds one such map per user login.","type":"object","tsType":"Record<string, unknown>"},"Feature":{"title":"Feature","description":"A detection on the wire: the track on one frame.","type":"object","required":["frame","bounds"],"properties":{"frame":{"type":"integer","minimum":0},"bounds":{"description":"x1, y1, x2, y2: left, top, right, bottom in image pixels.","type":"array","items":{"type":"number"},"minItems":4,"maxItems":4,"tsType":"[number, number, number, number]"},"flick":{"description":"Time in units of 1/705600000 s.","type":"integer"},"keyframe":{"type":"boolean"},"interpolate":{"description":"Frames up to the next keyframe are interpolated.","type":"boolean"},"attributes":{"$ref":"#/$defs/AttributeValues"},"geometry":{"title":"FeatureGeometry","type":"object","required":["type","features"],"properties":{"type":{"const":"FeatureCollection"},"features":{"type":"array","items":{"title":"GeometryItem","type":"object","required":["type","properties","geometry"],"properties":{"type":{"const":"Feature"},"properties":{"type":"object","tsType":"Record<string, unknown>"},"geometry":{"title":"Geometry","type":"object","required":["type","coordinates"],"properties":{"type":{"enum":["Point","LineString","Polygon"]},"coordinates":{"type":"array","tsType":"unknown[]"}}}}}}}},"head":{"type":"array","items":{"type":"number"},"minItems":2,"maxItems":2,"tsType":"[number, number]"},"tail":{"type":"array","items":{"type":"number"},"minItems":2,"maxItems":2,"tsType":"[number, number]"},"exactBounds":{"description":"The bounds with fractions of pixels, where there are any. They count while each is less than a pixel from `bounds`.","type":"array","items":{"type":"number"},"minItems":4,"maxItems":4,"tsType":"[number, number, number, number]"},"fishLength":{"type":"number"},"notes":{"type":"array","items":{"type":"string"}}}}}};
const schema33 = {"title":"ConfidencePairs","description":"Pairs of type name and confidence (0..1), sorted by confidence, descending.","type":"array","items":{"title":"WireConfidencePair","type":"array","prefixItems":[{"type":"string"},{"type":"number"}],"items":false,"minItems":2,"maxItems":2,"tsType":"[type: string, confidence: number]"}};
const schema34 = {"title":"AttributeValues","description":"Attribute values by attribute name; `userAttributes` holds one such map per user login.","type":"object","tsType":"Record<string, unknown>"};
const schema35 = {"title":"Feature","description":"A detection on the wire: the track on one frame.","type":"object","required":["frame","bounds"],"properties":{"frame":{"type":"integer","minimum":0},"bounds":{"description":"x1, y1, x2, y2: left, top, right, bottom in image pixels.","type":"array","items":{"type":"number"},"minItems":4,"maxItems":4,"tsType":"[number, number, number, number]"},"flick":{"description":"Time in units of 1/705600000 s.","type":"integer"},"keyframe":{"type":"boolean"},"interpolate":{"description":"Frames up to the next keyframe are interpolated.","type":"boolean"},"attributes":{"$ref":"#/$defs/AttributeValues"},"geometry":{"title":"FeatureGeometry","type":"object","required":["type","features"],"properties":{"type":{"const":"FeatureCollection"},"features":{"type":"array","items":{"title":"GeometryItem","type":"object","required":["type","properties","geometry"],"properties":{"type":{"const":"Feature"},"properties":{"type":"object","tsType":"Record<string, unknown>"},"geometry":{"title":"Geometry","type":"object","required":["type","coordinates"],"properties":{"type":{"enum":["Point","LineString","Polygon"]},"coordinates":{"type":"array","tsType":"unknown[]"}}}}}}}},"head":{"type":"array","items":{"type":"number"},"minItems":2,"maxItems":2,"tsType":"[number, number]"},"tail":{"type":"array","items":{"type":"number"},"minItems":2,"maxItems":2,"tsType":"[number, number]"},"exactBounds":{"description":"The bounds with fractions of pixels, where there are any. They count while each is less than a pixel from `bounds`.","type":"array","items":{"type":"number"},"minItems":4,"maxItems":4,"tsType":"[number, number, number, number]"},"fishLength":{"type":"number"},"notes":{"type":"array","items":{"type":"string"}}}};

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate22.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.frame === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "frame"},message:"must have required property '"+"frame"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.bounds === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "bounds"},message:"must have required property '"+"bounds"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.frame !== undefined){
let data0 = data.frame;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err2 = {instancePath:instancePath+"/frame",schemaPath:"#/properties/frame/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 < 0 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/frame",schemaPath:"#/properties/frame/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
if(data.bounds !== undefined){
let data1 = data.bounds;
if(Array.isArray(data1)){
if(data1.length > 4){
const err4 = {instancePath:instancePath+"/bounds",schemaPath:"#/properties/bounds/maxItems",keyword:"maxItems",params:{limit: 4},message:"must NOT have more than 4 items"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data1.length < 4){
const err5 = {instancePath:instancePath+"/bounds",schemaPath:"#/properties/bounds/minItems",keyword:"minItems",params:{limit: 4},message:"must NOT have fewer than 4 items"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(!((typeof data2 == "number") && (isFinite(data2)))){
const err6 = {instancePath:instancePath+"/bounds/" + i0,schemaPath:"#/properties/bounds/items/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath:instancePath+"/bounds",schemaPath:"#/properties/bounds/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.flick !== undefined){
let data3 = data.flick;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err8 = {instancePath:instancePath+"/flick",schemaPath:"#/properties/flick/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.keyframe !== undefined){
if(typeof data.keyframe !== "boolean"){
const err9 = {instancePath:instancePath+"/keyframe",schemaPath:"#/properties/keyframe/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.interpolate !== undefined){
if(typeof data.interpolate !== "boolean"){
const err10 = {instancePath:instancePath+"/interpolate",schemaPath:"#/properties/interpolate/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.attributes !== undefined){
let data6 = data.attributes;
if(!(data6 && typeof data6 == "object" && !Array.isArray(data6))){
const err11 = {instancePath:instancePath+"/attributes",schemaPath:"#/$defs/AttributeValues/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.geometry !== undefined){
let data7 = data.geometry;
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
if(data7.type === undefined){
const err12 = {instancePath:instancePath+"/geometry",schemaPath:"#/properties/geometry/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data7.features === undefined){
const err13 = {instancePath:instancePath+"/geometry",schemaPath:"#/properties/geometry/required",keyword:"required",params:{missingProperty: "features"},message:"must have required property '"+"features"+"'"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data7.type !== undefined){
if("FeatureCollection" !== data7.type){
const err14 = {instancePath:instancePath+"/geometry/type",schemaPath:"#/properties/geometry/properties/type/const",keyword:"const",params:{allowedValue: "FeatureCollection"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data7.features !== undefined){
let data9 = data7.features;
if(Array.isArray(data9)){
const len1 = data9.length;
for(let i1=0; i1<len1; i1++){
let data10 = data9[i1];
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
if(data10.type === undefined){
const err15 = {instancePath:instancePath+"/geometry/features/" + i1,schemaPath:"#/properties/geometry/properties/features/items/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data10.properties === undefined){
const err16 = {instancePath:instancePath+"/geometry/features/" + i1,schemaPath:"#/properties/geometry/properties/features/items/required",keyword:"required",params:{missingProperty: "properties"},message:"must have required property '"+"properties"+"'"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(data10.geometry === undefined){
const err17 = {instancePath:instancePath+"/geometry/features/" + i1,schemaPath:"#/properties/geometry/properties/features/items/required",keyword:"required",params:{missingProperty: "geometry"},message:"must have required property '"+"geometry"+"'"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data10.type !== undefined){
if("Feature" !== data10.type){
const err18 = {instancePath:instancePath+"/geometry/features/" + i1+"/type",schemaPath:"#/properties/geometry/properties/features/items/properties/type/const",keyword:"const",params:{allowedValue: "Feature"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data10.properties !== undefined){
let data12 = data10.properties;
if(!(data12 && typeof data12 == "object" && !Array.isArray(data12))){
const err19 = {instancePath:instancePath+"/geometry/features/" + i1+"/properties",schemaPath:"#/properties/geometry/properties/features/items/properties/properties/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data10.geometry !== undefined){
let data13 = data10.geometry;
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
if(data13.type === undefined){
const err20 = {instancePath:instancePath+"/geometry/features/" + i1+"/geometry",schemaPath:"#/properties/geometry/properties/features/items/properties/geometry/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data13.coordinates === undefined){
const err21 = {instancePath:instancePath+"/geometry/features/" + i1+"/geometry",schemaPath:"#/properties/geometry/properties/features/items/properties/geometry/required",keyword:"required",params:{missingProperty: "coordinates"},message:"must have required property '"+"coordinates"+"'"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(data13.type !== undefined){
let data14 = data13.type;
if(!(((data14 === "Point") || (data14 === "LineString")) || (data14 === "Polygon"))){
const err22 = {instancePath:instancePath+"/geometry/features/" + i1+"/geometry/type",schemaPath:"#/properties/geometry/properties/features/items/properties/geometry/properties/type/enum",keyword:"enum",params:{allowedValues: schema35.properties.geometry.properties.features.items.properties.geometry.properties.type.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data13.coordinates !== undefined){
if(!(Array.isArray(data13.coordinates))){
const err23 = {instancePath:instancePath+"/geometry/features/" + i1+"/geometry/coordinates",schemaPath:"#/properties/geometry/properties/features/items/properties/geometry/properties/coordinates/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
else {
const err24 = {instancePath:instancePath+"/geometry/features/" + i1+"/geometry",schemaPath:"#/properties/geometry/properties/features/items/properties/geometry/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
else {
const err25 = {instancePath:instancePath+"/geometry/features/" + i1,schemaPath:"#/properties/geometry/properties/features/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
}
else {
const err26 = {instancePath:instancePath+"/geometry/features",schemaPath:"#/properties/geometry/properties/features/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
}
else {
const err27 = {instancePath:instancePath+"/geometry",schemaPath:"#/properties/geometry/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data.head !== undefined){
let data16 = data.head;
if(Array.isArray(data16)){
if(data16.length > 2){
const err28 = {instancePath:instancePath+"/head",schemaPath:"#/properties/head/maxItems",keyword:"maxItems",params:{limit: 2},message:"must NOT have more than 2 items"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
if(data16.length < 2){
const err29 = {instancePath:instancePath+"/head",schemaPath:"#/properties/head/minItems",keyword:"minItems",params:{limit: 2},message:"must NOT have fewer than 2 items"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
const len2 = data16.length;
for(let i2=0; i2<len2; i2++){
let data17 = data16[i2];
if(!((typeof data17 == "number") && (isFinite(data17)))){
const err30 = {instancePath:instancePath+"/head/" + i2,schemaPath:"#/properties/head/items/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
}
else {
const err31 = {instancePath:instancePath+"/head",schemaPath:"#/properties/head/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data.tail !== undefined){
let data18 = data.tail;
if(Array.isArray(data18)){
if(data18.length > 2){
const err32 = {instancePath:instancePath+"/tail",schemaPath:"#/properties/tail/maxItems",keyword:"maxItems",params:{limit: 2},message:"must NOT have more than 2 items"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(data18.length < 2){
const err33 = {instancePath:instancePath+"/tail",schemaPath:"#/properties/tail/minItems",keyword:"minItems",params:{limit: 2},message:"must NOT have fewer than 2 items"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
const len3 = data18.length;
for(let i3=0; i3<len3; i3++){
let data19 = data18[i3];
if(!((typeof data19 == "number") && (isFinite(data19)))){
const err34 = {instancePath:instancePath+"/tail/" + i3,schemaPath:"#/properties/tail/items/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
}
else {
const err35 = {instancePath:instancePath+"/tail",schemaPath:"#/properties/tail/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
if(data.exactBounds !== undefined){
let data20 = data.exactBounds;
if(Array.isArray(data20)){
if(data20.length > 4){
const err36 = {instancePath:instancePath+"/exactBounds",schemaPath:"#/properties/exactBounds/maxItems",keyword:"maxItems",params:{limit: 4},message:"must NOT have more than 4 items"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
if(data20.length < 4){
const err37 = {instancePath:instancePath+"/exactBounds",schemaPath:"#/properties/exactBounds/minItems",keyword:"minItems",params:{limit: 4},message:"must NOT have fewer than 4 items"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
const len4 = data20.length;
for(let i4=0; i4<len4; i4++){
let data21 = data20[i4];
if(!((typeof data21 == "number") && (isFinite(data21)))){
const err38 = {instancePath:instancePath+"/exactBounds/" + i4,schemaPath:"#/properties/exactBounds/items/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
}
else {
const err39 = {instancePath:instancePath+"/exactBounds",schemaPath:"#/properties/exactBounds/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
if(data.fishLength !== undefined){
let data22 = data.fishLength;
if(!((typeof data22 == "number") && (isFinite(data22)))){
const err40 = {instancePath:instancePath+"/fishLength",schemaPath:"#/properties/fishLength/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(data.notes !== undefined){
let data23 = data.notes;
if(Array.isArray(data23)){
const len5 = data23.length;
for(let i5=0; i5<len5; i5++){
if(typeof data23[i5] !== "string"){
const err41 = {instancePath:instancePath+"/notes/" + i5,schemaPath:"#/properties/notes/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
}
else {
const err42 = {instancePath:instancePath+"/notes",schemaPath:"#/properties/notes/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
}
else {
const err43 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
validate22.errors = vErrors;
return errors === 0;
}
validate22.evaluated = {"props":{"frame":true,"bounds":true,"flick":true,"keyframe":true,"interpolate":true,"attributes":true,"geometry":true,"head":true,"tail":true,"exactBounds":true,"fishLength":true,"notes":true},"dynamicProps":false,"dynamicItems":false};


function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="https://wakeline.dev/schemas/track.schema.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate21.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.begin === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "begin"},message:"must have required property '"+"begin"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.end === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "end"},message:"must have required property '"+"end"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.confidencePairs === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "confidencePairs"},message:"must have required property '"+"confidencePairs"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.attributes === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "attributes"},message:"must have required property '"+"attributes"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.features === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "features"},message:"must have required property '"+"features"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.id !== undefined){
let data0 = data.id;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err6 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 < 0 || isNaN(data0)){
const err7 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
if(data.begin !== undefined){
let data1 = data.begin;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err8 = {instancePath:instancePath+"/begin",schemaPath:"#/properties/begin/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 < 0 || isNaN(data1)){
const err9 = {instancePath:instancePath+"/begin",schemaPath:"#/properties/begin/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
if(data.end !== undefined){
let data2 = data.end;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err10 = {instancePath:instancePath+"/end",schemaPath:"#/properties/end/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 < 0 || isNaN(data2)){
const err11 = {instancePath:instancePath+"/end",schemaPath:"#/properties/end/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
if(data.confidencePairs !== undefined){
let data3 = data.confidencePairs;
if(Array.isArray(data3)){
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
if(Array.isArray(data4)){
if(data4.length > 2){
const err12 = {instancePath:instancePath+"/confidencePairs/" + i0,schemaPath:"#/$defs/ConfidencePairs/items/maxItems",keyword:"maxItems",params:{limit: 2},message:"must NOT have more than 2 items"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data4.length < 2){
const err13 = {instancePath:instancePath+"/confidencePairs/" + i0,schemaPath:"#/$defs/ConfidencePairs/items/minItems",keyword:"minItems",params:{limit: 2},message:"must NOT have fewer than 2 items"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
const len1 = data4.length;
if(len1 > 0){
if(typeof data4[0] !== "string"){
const err14 = {instancePath:instancePath+"/confidencePairs/" + i0+"/0",schemaPath:"#/$defs/ConfidencePairs/items/prefixItems/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(len1 > 1){
let data6 = data4[1];
if(!((typeof data6 == "number") && (isFinite(data6)))){
const err15 = {instancePath:instancePath+"/confidencePairs/" + i0+"/1",schemaPath:"#/$defs/ConfidencePairs/items/prefixItems/1/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
const len2 = data4.length;
if(!(len2 <= 2)){
const err16 = {instancePath:instancePath+"/confidencePairs/" + i0,schemaPath:"#/$defs/ConfidencePairs/items/items",keyword:"items",params:{limit: 2},message:"must NOT have more than 2 items"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/confidencePairs/" + i0,schemaPath:"#/$defs/ConfidencePairs/items/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
else {
const err18 = {instancePath:instancePath+"/confidencePairs",schemaPath:"#/$defs/ConfidencePairs/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.attributes !== undefined){
let data7 = data.attributes;
if(!(data7 && typeof data7 == "object" && !Array.isArray(data7))){
const err19 = {instancePath:instancePath+"/attributes",schemaPath:"#/$defs/AttributeValues/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.meta !== undefined){
let data8 = data.meta;
if(!(data8 && typeof data8 == "object" && !Array.isArray(data8))){
const err20 = {instancePath:instancePath+"/meta",schemaPath:"#/properties/meta/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.features !== undefined){
let data9 = data.features;
if(Array.isArray(data9)){
const len3 = data9.length;
for(let i1=0; i1<len3; i1++){
if(!(validate22(data9[i1], {instancePath:instancePath+"/features/" + i1,parentData:data9,parentDataProperty:i1,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
}
}
else {
const err21 = {instancePath:instancePath+"/features",schemaPath:"#/properties/features/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
}
else {
const err22 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}
validate21.evaluated = {"props":{"id":true,"begin":true,"end":true,"confidencePairs":true,"attributes":true,"meta":true,"features":true},"dynamicProps":false,"dynamicItems":false};

const schema37 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"https://wakeline.dev/schemas/group.schema.json","title":"Group","description":"Tracks that belong together, each for one or more ranges of frames.","type":"object","required":["id","begin","end","confidencePairs","attributes","members"],"properties":{"id":{"type":"integer","minimum":0},"begin":{"type":"integer","minimum":0},"end":{"type":"integer","minimum":0},"confidencePairs":{"$ref":"track.schema.json#/$defs/ConfidencePairs"},"attributes":{"$ref":"track.schema.json#/$defs/AttributeValues"},"meta":{"type":"object","tsType":"Record<string, unknown>"},"members":{"description":"By track id.","type":"object","propertyNames":{"pattern":"^[0-9]+$"},"additionalProperties":{"title":"GroupMember","type":"object","required":["ranges"],"properties":{"ranges":{"description":"Inclusive frame ranges [begin, end].","type":"array","items":{"type":"array","items":{"type":"integer"},"minItems":2,"maxItems":2,"tsType":"[begin: number, end: number]"}}}}}}};
const pattern4 = new RegExp("^[0-9]+$", "u");

function validate25(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="https://wakeline.dev/schemas/group.schema.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate25.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.begin === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "begin"},message:"must have required property '"+"begin"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.end === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "end"},message:"must have required property '"+"end"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.confidencePairs === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "confidencePairs"},message:"must have required property '"+"confidencePairs"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.attributes === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "attributes"},message:"must have required property '"+"attributes"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.members === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "members"},message:"must have required property '"+"members"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.id !== undefined){
let data0 = data.id;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err6 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 < 0 || isNaN(data0)){
const err7 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
if(data.begin !== undefined){
let data1 = data.begin;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err8 = {instancePath:instancePath+"/begin",schemaPath:"#/properties/begin/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 < 0 || isNaN(data1)){
const err9 = {instancePath:instancePath+"/begin",schemaPath:"#/properties/begin/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
if(data.end !== undefined){
let data2 = data.end;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err10 = {instancePath:instancePath+"/end",schemaPath:"#/properties/end/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 < 0 || isNaN(data2)){
const err11 = {instancePath:instancePath+"/end",schemaPath:"#/properties/end/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
if(data.confidencePairs !== undefined){
let data3 = data.confidencePairs;
if(Array.isArray(data3)){
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
if(Array.isArray(data4)){
if(data4.length > 2){
const err12 = {instancePath:instancePath+"/confidencePairs/" + i0,schemaPath:"track.schema.json#/$defs/ConfidencePairs/items/maxItems",keyword:"maxItems",params:{limit: 2},message:"must NOT have more than 2 items"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data4.length < 2){
const err13 = {instancePath:instancePath+"/confidencePairs/" + i0,schemaPath:"track.schema.json#/$defs/ConfidencePairs/items/minItems",keyword:"minItems",params:{limit: 2},message:"must NOT have fewer than 2 items"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
const len1 = data4.length;
if(len1 > 0){
if(typeof data4[0] !== "string"){
const err14 = {instancePath:instancePath+"/confidencePairs/" + i0+"/0",schemaPath:"track.schema.json#/$defs/ConfidencePairs/items/prefixItems/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(len1 > 1){
let data6 = data4[1];
if(!((typeof data6 == "number") && (isFinite(data6)))){
const err15 = {instancePath:instancePath+"/confidencePairs/" + i0+"/1",schemaPath:"track.schema.json#/$defs/ConfidencePairs/items/prefixItems/1/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
const len2 = data4.length;
if(!(len2 <= 2)){
const err16 = {instancePath:instancePath+"/confidencePairs/" + i0,schemaPath:"track.schema.json#/$defs/ConfidencePairs/items/items",keyword:"items",params:{limit: 2},message:"must NOT have more than 2 items"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/confidencePairs/" + i0,schemaPath:"track.schema.json#/$defs/ConfidencePairs/items/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
else {
const err18 = {instancePath:instancePath+"/confidencePairs",schemaPath:"track.schema.json#/$defs/ConfidencePairs/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.attributes !== undefined){
let data7 = data.attributes;
if(!(data7 && typeof data7 == "object" && !Array.isArray(data7))){
const err19 = {instancePath:instancePath+"/attributes",schemaPath:"track.schema.json#/$defs/AttributeValues/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.meta !== undefined){
let data8 = data.meta;
if(!(data8 && typeof data8 == "object" && !Array.isArray(data8))){
const err20 = {instancePath:instancePath+"/meta",schemaPath:"#/properties/meta/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.members !== undefined){
let data9 = data.members;
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
for(const key0 in data9){
const _errs23 = errors;
if(typeof key0 === "string"){
if(!pattern4.test(key0)){
const err21 = {instancePath:instancePath+"/members",schemaPath:"#/properties/members/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[0-9]+$"},message:"must match pattern \""+"^[0-9]+$"+"\"",propertyName:key0};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
var valid6 = _errs23 === errors;
if(!valid6){
const err22 = {instancePath:instancePath+"/members",schemaPath:"#/properties/members/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
for(const key1 in data9){
let data10 = data9[key1];
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
if(data10.ranges === undefined){
const err23 = {instancePath:instancePath+"/members/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/members/additionalProperties/required",keyword:"required",params:{missingProperty: "ranges"},message:"must have required property '"+"ranges"+"'"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(data10.ranges !== undefined){
let data11 = data10.ranges;
if(Array.isArray(data11)){
const len3 = data11.length;
for(let i1=0; i1<len3; i1++){
let data12 = data11[i1];
if(Array.isArray(data12)){
if(data12.length > 2){
const err24 = {instancePath:instancePath+"/members/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/ranges/" + i1,schemaPath:"#/properties/members/additionalProperties/properties/ranges/items/maxItems",keyword:"maxItems",params:{limit: 2},message:"must NOT have more than 2 items"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(data12.length < 2){
const err25 = {instancePath:instancePath+"/members/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/ranges/" + i1,schemaPath:"#/properties/members/additionalProperties/properties/ranges/items/minItems",keyword:"minItems",params:{limit: 2},message:"must NOT have fewer than 2 items"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
const len4 = data12.length;
for(let i2=0; i2<len4; i2++){
let data13 = data12[i2];
if(!(((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13))) && (isFinite(data13)))){
const err26 = {instancePath:instancePath+"/members/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/ranges/" + i1+"/" + i2,schemaPath:"#/properties/members/additionalProperties/properties/ranges/items/items/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
}
else {
const err27 = {instancePath:instancePath+"/members/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/ranges/" + i1,schemaPath:"#/properties/members/additionalProperties/properties/ranges/items/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
}
else {
const err28 = {instancePath:instancePath+"/members/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/ranges",schemaPath:"#/properties/members/additionalProperties/properties/ranges/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
}
else {
const err29 = {instancePath:instancePath+"/members/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/members/additionalProperties/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
}
else {
const err30 = {instancePath:instancePath+"/members",schemaPath:"#/properties/members/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
}
else {
const err31 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
validate25.errors = vErrors;
return errors === 0;
}
validate25.evaluated = {"props":{"id":true,"begin":true,"end":true,"confidencePairs":true,"attributes":true,"meta":true,"members":true},"dynamicProps":false,"dynamicItems":false};


function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="https://wakeline.dev/schemas/annotation-document.schema.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate20.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.tracks === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "tracks"},message:"must have required property '"+"tracks"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.groups === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "groups"},message:"must have required property '"+"groups"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.version === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "version"},message:"must have required property '"+"version"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.version !== undefined){
if(2 !== data.version){
const err3 = {instancePath:instancePath+"/version",schemaPath:"#/properties/version/const",keyword:"const",params:{allowedValue: 2},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.fps !== undefined){
let data1 = data.fps;
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 <= 0 || isNaN(data1)){
const err4 = {instancePath:instancePath+"/fps",schemaPath:"#/properties/fps/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/fps",schemaPath:"#/properties/fps/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.tracks !== undefined){
let data2 = data.tracks;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
for(const key0 in data2){
if(!(validate21(data2[key0], {instancePath:instancePath+"/tracks/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data2,parentDataProperty:key0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate21.errors : vErrors.concat(validate21.errors);
errors = vErrors.length;
}
}
}
else {
const err6 = {instancePath:instancePath+"/tracks",schemaPath:"#/properties/tracks/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.groups !== undefined){
let data4 = data.groups;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
for(const key1 in data4){
if(!(validate25(data4[key1], {instancePath:instancePath+"/groups/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data4,parentDataProperty:key1,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate25.errors : vErrors.concat(validate25.errors);
errors = vErrors.length;
}
}
}
else {
const err7 = {instancePath:instancePath+"/groups",schemaPath:"#/properties/groups/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":{"version":true,"fps":true,"tracks":true,"groups":true},"dynamicProps":false,"dynamicItems":false};

export const attribute = validate27;
const schema40 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"https://wakeline.dev/schemas/attribute.schema.json","title":"AttributeDefinition","description":"A typed property that tracks or detections can have. Stored under its key.","type":"object","required":["belongs","datatype","name","key"],"properties":{"belongs":{"enum":["track","detection"]},"datatype":{"enum":["text","number","boolean"]},"name":{"type":"string","minLength":1},"key":{"description":"`<belongs>_<name>`.","type":"string","minLength":1},"values":{"description":"Predefined texts.","type":"array","items":{"type":"string"}},"valueColors":{"type":"object","additionalProperties":{"type":"string"}},"color":{"type":"string"},"user":{"description":"One value per user login.","type":"boolean"},"editor":{"title":"AttributeEditor","type":"object","required":["type"],"properties":{"type":{"enum":["combo","slider","locked","freeform"]},"range":{"type":"array","items":{"type":"number"},"minItems":2,"maxItems":2,"tsType":"[number, number]"},"steps":{"type":"number"}}},"render":{"title":"AttributeRender","type":"object","properties":{"typeFilter":{"type":"array","items":{"type":"string"}},"selected":{"type":"boolean"},"hideEmpty":{"type":"boolean"},"displayName":{"type":"string"},"displayColor":{"type":"string"},"displayTextSize":{"description":"Pixels; -1 is automatic.","type":"number"},"valueColor":{"type":"string"},"valueTextSize":{"type":"number"},"order":{"type":"number"},"location":{"enum":["inside","outside"]},"corner":{"enum":["SW","SE","NW"]},"box":{"type":"boolean"},"boxColor":{"type":"string"},"boxThickness":{"type":"number","minimum":0},"boxBackground":{"type":"string"},"boxOpacity":{"type":"number"},"layout":{"enum":["vertical","horizontal"]},"displayWidth":{"$ref":"#/$defs/Extent"},"displayHeight":{"$ref":"#/$defs/Extent"}}}},"$defs":{"Extent":{"title":"Extent","type":"object","required":["type","val"],"properties":{"type":{"enum":["px","%","auto"]},"val":{"type":"number"}}}}};
const schema41 = {"title":"Extent","type":"object","required":["type","val"],"properties":{"type":{"enum":["px","%","auto"]},"val":{"type":"number"}}};

function validate27(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="https://wakeline.dev/schemas/attribute.schema.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate27.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.belongs === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "belongs"},message:"must have required property '"+"belongs"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.datatype === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "datatype"},message:"must have required property '"+"datatype"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.name === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.key === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "key"},message:"must have required property '"+"key"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.belongs !== undefined){
let data0 = data.belongs;
if(!((data0 === "track") || (data0 === "detection"))){
const err4 = {instancePath:instancePath+"/belongs",schemaPath:"#/properties/belongs/enum",keyword:"enum",params:{allowedValues: schema40.properties.belongs.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.datatype !== undefined){
let data1 = data.datatype;
if(!(((data1 === "text") || (data1 === "number")) || (data1 === "boolean"))){
const err5 = {instancePath:instancePath+"/datatype",schemaPath:"#/properties/datatype/enum",keyword:"enum",params:{allowedValues: schema40.properties.datatype.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.name !== undefined){
let data2 = data.name;
if(typeof data2 === "string"){
if(data2.length < 1){
const err6 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.key !== undefined){
let data3 = data.key;
if(typeof data3 === "string"){
if(data3.length < 1){
const err8 = {instancePath:instancePath+"/key",schemaPath:"#/properties/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/key",schemaPath:"#/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.values !== undefined){
let data4 = data.values;
if(Array.isArray(data4)){
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
if(typeof data4[i0] !== "string"){
const err10 = {instancePath:instancePath+"/values/" + i0,schemaPath:"#/properties/values/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath:instancePath+"/values",schemaPath:"#/properties/values/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.valueColors !== undefined){
let data6 = data.valueColors;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
for(const key0 in data6){
if(typeof data6[key0] !== "string"){
const err12 = {instancePath:instancePath+"/valueColors/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/valueColors/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath:instancePath+"/valueColors",schemaPath:"#/properties/valueColors/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.color !== undefined){
if(typeof data.color !== "string"){
const err14 = {instancePath:instancePath+"/color",schemaPath:"#/properties/color/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.user !== undefined){
if(typeof data.user !== "boolean"){
const err15 = {instancePath:instancePath+"/user",schemaPath:"#/properties/user/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.editor !== undefined){
let data10 = data.editor;
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
if(data10.type === undefined){
const err16 = {instancePath:instancePath+"/editor",schemaPath:"#/properties/editor/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(data10.type !== undefined){
let data11 = data10.type;
if(!((((data11 === "combo") || (data11 === "slider")) || (data11 === "locked")) || (data11 === "freeform"))){
const err17 = {instancePath:instancePath+"/editor/type",schemaPath:"#/properties/editor/properties/type/enum",keyword:"enum",params:{allowedValues: schema40.properties.editor.properties.type.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data10.range !== undefined){
let data12 = data10.range;
if(Array.isArray(data12)){
if(data12.length > 2){
const err18 = {instancePath:instancePath+"/editor/range",schemaPath:"#/properties/editor/properties/range/maxItems",keyword:"maxItems",params:{limit: 2},message:"must NOT have more than 2 items"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data12.length < 2){
const err19 = {instancePath:instancePath+"/editor/range",schemaPath:"#/properties/editor/properties/range/minItems",keyword:"minItems",params:{limit: 2},message:"must NOT have fewer than 2 items"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
const len1 = data12.length;
for(let i1=0; i1<len1; i1++){
let data13 = data12[i1];
if(!((typeof data13 == "number") && (isFinite(data13)))){
const err20 = {instancePath:instancePath+"/editor/range/" + i1,schemaPath:"#/properties/editor/properties/range/items/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
else {
const err21 = {instancePath:instancePath+"/editor/range",schemaPath:"#/properties/editor/properties/range/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data10.steps !== undefined){
let data14 = data10.steps;
if(!((typeof data14 == "number") && (isFinite(data14)))){
const err22 = {instancePath:instancePath+"/editor/steps",schemaPath:"#/properties/editor/properties/steps/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
else {
const err23 = {instancePath:instancePath+"/editor",schemaPath:"#/properties/editor/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.render !== undefined){
let data15 = data.render;
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
if(data15.typeFilter !== undefined){
let data16 = data15.typeFilter;
if(Array.isArray(data16)){
const len2 = data16.length;
for(let i2=0; i2<len2; i2++){
if(typeof data16[i2] !== "string"){
const err24 = {instancePath:instancePath+"/render/typeFilter/" + i2,schemaPath:"#/properties/render/properties/typeFilter/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
else {
const err25 = {instancePath:instancePath+"/render/typeFilter",schemaPath:"#/properties/render/properties/typeFilter/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data15.selected !== undefined){
if(typeof data15.selected !== "boolean"){
const err26 = {instancePath:instancePath+"/render/selected",schemaPath:"#/properties/render/properties/selected/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data15.hideEmpty !== undefined){
if(typeof data15.hideEmpty !== "boolean"){
const err27 = {instancePath:instancePath+"/render/hideEmpty",schemaPath:"#/properties/render/properties/hideEmpty/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data15.displayName !== undefined){
if(typeof data15.displayName !== "string"){
const err28 = {instancePath:instancePath+"/render/displayName",schemaPath:"#/properties/render/properties/displayName/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data15.displayColor !== undefined){
if(typeof data15.displayColor !== "string"){
const err29 = {instancePath:instancePath+"/render/displayColor",schemaPath:"#/properties/render/properties/displayColor/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data15.displayTextSize !== undefined){
let data22 = data15.displayTextSize;
if(!((typeof data22 == "number") && (isFinite(data22)))){
const err30 = {instancePath:instancePath+"/render/displayTextSize",schemaPath:"#/properties/render/properties/displayTextSize/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data15.valueColor !== undefined){
if(typeof data15.valueColor !== "string"){
const err31 = {instancePath:instancePath+"/render/valueColor",schemaPath:"#/properties/render/properties/valueColor/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data15.valueTextSize !== undefined){
let data24 = data15.valueTextSize;
if(!((typeof data24 == "number") && (isFinite(data24)))){
const err32 = {instancePath:instancePath+"/render/valueTextSize",schemaPath:"#/properties/render/properties/valueTextSize/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data15.order !== undefined){
let data25 = data15.order;
if(!((typeof data25 == "number") && (isFinite(data25)))){
const err33 = {instancePath:instancePath+"/render/order",schemaPath:"#/properties/render/properties/order/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
if(data15.location !== undefined){
let data26 = data15.location;
if(!((data26 === "inside") || (data26 === "outside"))){
const err34 = {instancePath:instancePath+"/render/location",schemaPath:"#/properties/render/properties/location/enum",keyword:"enum",params:{allowedValues: schema40.properties.render.properties.location.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data15.corner !== undefined){
let data27 = data15.corner;
if(!(((data27 === "SW") || (data27 === "SE")) || (data27 === "NW"))){
const err35 = {instancePath:instancePath+"/render/corner",schemaPath:"#/properties/render/properties/corner/enum",keyword:"enum",params:{allowedValues: schema40.properties.render.properties.corner.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
if(data15.box !== undefined){
if(typeof data15.box !== "boolean"){
const err36 = {instancePath:instancePath+"/render/box",schemaPath:"#/properties/render/properties/box/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data15.boxColor !== undefined){
if(typeof data15.boxColor !== "string"){
const err37 = {instancePath:instancePath+"/render/boxColor",schemaPath:"#/properties/render/properties/boxColor/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
if(data15.boxThickness !== undefined){
let data30 = data15.boxThickness;
if((typeof data30 == "number") && (isFinite(data30))){
if(data30 < 0 || isNaN(data30)){
const err38 = {instancePath:instancePath+"/render/boxThickness",schemaPath:"#/properties/render/properties/boxThickness/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
else {
const err39 = {instancePath:instancePath+"/render/boxThickness",schemaPath:"#/properties/render/properties/boxThickness/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
if(data15.boxBackground !== undefined){
if(typeof data15.boxBackground !== "string"){
const err40 = {instancePath:instancePath+"/render/boxBackground",schemaPath:"#/properties/render/properties/boxBackground/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(data15.boxOpacity !== undefined){
let data32 = data15.boxOpacity;
if(!((typeof data32 == "number") && (isFinite(data32)))){
const err41 = {instancePath:instancePath+"/render/boxOpacity",schemaPath:"#/properties/render/properties/boxOpacity/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
if(data15.layout !== undefined){
let data33 = data15.layout;
if(!((data33 === "vertical") || (data33 === "horizontal"))){
const err42 = {instancePath:instancePath+"/render/layout",schemaPath:"#/properties/render/properties/layout/enum",keyword:"enum",params:{allowedValues: schema40.properties.render.properties.layout.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
if(data15.displayWidth !== undefined){
let data34 = data15.displayWidth;
if(data34 && typeof data34 == "object" && !Array.isArray(data34)){
if(data34.type === undefined){
const err43 = {instancePath:instancePath+"/render/displayWidth",schemaPath:"#/$defs/Extent/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
if(data34.val === undefined){
const err44 = {instancePath:instancePath+"/render/displayWidth",schemaPath:"#/$defs/Extent/required",keyword:"required",params:{missingProperty: "val"},message:"must have required property '"+"val"+"'"};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if(data34.type !== undefined){
let data35 = data34.type;
if(!(((data35 === "px") || (data35 === "%")) || (data35 === "auto"))){
const err45 = {instancePath:instancePath+"/render/displayWidth/type",schemaPath:"#/$defs/Extent/properties/type/enum",keyword:"enum",params:{allowedValues: schema41.properties.type.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
if(data34.val !== undefined){
let data36 = data34.val;
if(!((typeof data36 == "number") && (isFinite(data36)))){
const err46 = {instancePath:instancePath+"/render/displayWidth/val",schemaPath:"#/$defs/Extent/properties/val/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
}
else {
const err47 = {instancePath:instancePath+"/render/displayWidth",schemaPath:"#/$defs/Extent/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
if(data15.displayHeight !== undefined){
let data37 = data15.displayHeight;
if(data37 && typeof data37 == "object" && !Array.isArray(data37)){
if(data37.type === undefined){
const err48 = {instancePath:instancePath+"/render/displayHeight",schemaPath:"#/$defs/Extent/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
if(data37.val === undefined){
const err49 = {instancePath:instancePath+"/render/displayHeight",schemaPath:"#/$defs/Extent/required",keyword:"required",params:{missingProperty: "val"},message:"must have required property '"+"val"+"'"};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
if(data37.type !== undefined){
let data38 = data37.type;
if(!(((data38 === "px") || (data38 === "%")) || (data38 === "auto"))){
const err50 = {instancePath:instancePath+"/render/displayHeight/type",schemaPath:"#/$defs/Extent/properties/type/enum",keyword:"enum",params:{allowedValues: schema41.properties.type.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
if(data37.val !== undefined){
let data39 = data37.val;
if(!((typeof data39 == "number") && (isFinite(data39)))){
const err51 = {instancePath:instancePath+"/render/displayHeight/val",schemaPath:"#/$defs/Extent/properties/val/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
}
else {
const err52 = {instancePath:instancePath+"/render/displayHeight",schemaPath:"#/$defs/Extent/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
}
else {
const err53 = {instancePath:instancePath+"/render",schemaPath:"#/properties/render/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
}
else {
const err54 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
validate27.errors = vErrors;
return errors === 0;
}
validate27.evaluated = {"props":{"belongs":true,"datatype":true,"name":true,"key":true,"values":true,"valueColors":true,"color":true,"user":true,"editor":true,"render":true},"dynamicProps":false,"dynamicItems":false};

export const datasetConfiguration = validate28;
const schema43 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"https://wakeline.dev/schemas/dataset-configuration.schema.json","title":"DatasetConfiguration","description":"What users configure about a dataset: styles, filters, attributes. Also the configuration file.","type":"object","properties":{"version":{"const":1},"fps":{"description":"Annotation frame rate; -1: that of the media.","type":"number"},"confidenceFilters":{"description":"Least confidence by type; `default` for the others.","type":"object","additionalProperties":{"type":"number"}},"timeFilters":{"type":"array","items":{"type":"integer"}},"customTypeStyling":{"type":"object","additionalProperties":{"$ref":"#/$defs/TypeStyle"}},"customGroupStyling":{"type":"object","additionalProperties":{"$ref":"#/$defs/TypeStyle"}},"imageEnhancements":{"title":"ImageEnhancements","type":"object","properties":{"brightness":{"type":"number"},"contrast":{"type":"number"},"saturation":{"type":"number"},"sharpen":{"type":"number"}}},"attributes":{"type":"object","additionalProperties":{"$ref":"attribute.schema.json"}},"attributeTrackFilters":{"type":"object","additionalProperties":{"$ref":"#/$defs/AttributeTrackFilter"}},"datasetInfo":{"type":"object","tsType":"Record<string, unknown>"},"typeHierarchy":{"description":"Parent by child.","type":"object","additionalProperties":{"type":"string"}},"cameraHomographies":{"description":"By pair of cameras, `left::right`.","type":"object","additionalProperties":{"$ref":"#/$defs/CameraHomography"}},"cameraCorrespondences":{"description":"By pair of cameras, `left::right`.","type":"object","additionalProperties":{"type":"array","items":{"$ref":"#/$defs/CameraCorrespondence"}}},"cameraTransformTypes":{"description":"By pair of cameras, `left::right`.","type":"object","additionalProperties":{"enum":["translation","rigid","similarity","affine","homography"]}},"cameraRegistrationSource":{"tsType":"unknown"},"timeAlignment":{"$ref":"#/$defs/TimeAlignment"}},"$defs":{"TimeAlignment":{"title":"TimeAlignment","description":"How the pictures of cameras with their own clocks and rates meet: each camera shows the one nearest in time. `null` in a change takes it away.","type":"object","required":["mode","cameras"],"properties":{"mode":{"description":"Where a picture's own time comes from: its number and the camera's rate, the capture time in its file name, the container's timestamps, or timestamps corrected by an instant that a person found on two cameras.","enum":["frame","capture-time","timestamp","manual"]},"cameras":{"description":"By camera. A picture with the own time t is of the instant `offset + (1 + drift) * t`.","type":"object","additionalProperties":{"$ref":"#/$defs/CameraClock"}}}},"CameraClock":{"title":"CameraClock","type":"object","required":["offset"],"properties":{"offset":{"description":"Seconds.","type":"number"},"drift":{"description":"Seconds gained by each second of the camera's clock; default 0.","type":"number"}}},"CameraHomography":{"title":"CameraHomography","description":"Rows of 3x3 matrices that take image points of one camera to the other.","type":"object","properties":{"AtoB":{"type":"array","items":{"type":"array","items":{"type":"number"}}},"BtoA":{"type":"array","items":{"type":"array","items":{"type":"number"}}}}},"CameraCorrespondence":{"title":"CameraCorrespondence","description":"A point that both cameras see, in image pixels of each.","type":"object","required":["id","a","b"],"properties":{"id":{"tsType":"unknown"},"a":{"type":"array","items":{"type":"number"},"minItems":2,"maxItems":2,"tsType":"[x: number, y: number]"},"b":{"type":"array","items":{"type":"number"},"minItems":2,"maxItems":2,"tsType":"[x: number, y: number]"}}},"TypeStyle":{"title":"TypeStyle","type":"object","properties":{"color":{"type":"string"},"colorOnly":{"description":"The color was chosen so that types look different; unless there is more, the type is not defined by it.","type":"boolean"},"strokeWidth":{"type":"number"},"opacity":{"type":"number"},"fill":{"type":"boolean"},"showLabel":{"type":"boolean"},"showConfidence":{"type":"boolean"},"frameLabel":{"description":"Key, 1 to 9, of a type that labels intervals of the video.","type":"number"},"suppress":{"description":"Boxes of this type are regions in which nothing counts.","type":"boolean"}}},"AttributeTrackFilter":{"title":"AttributeTrackFilter","type":"object","required":["name","attribute","type","filter"],"properties":{"name":{"type":"string","minLength":1},"attribute":{"type":"string","minLength":1},"type":{"enum":["track","detection"]},"typeFilter":{"type":"array","items":{"type":"string"}},"enabled":{"type":"boolean"},"primaryDisplay":{"type":"boolean"},"ignoreUndefined":{"type":"boolean"},"filter":{"title":"AttributeTrackFilterRule","type":"object","required":["val"],"properties":{"op":{"enum":["=","≠",">","<",">=","<=","range","in","rangeFilter","contains"]},"val":{"tsType":"unknown"},"userDefined":{"type":"boolean"},"range":{"type":"array","items":{"type":"number"}}}}}}}};
const schema44 = {"title":"TypeStyle","type":"object","properties":{"color":{"type":"string"},"colorOnly":{"description":"The color was chosen so that types look different; unless there is more, the type is not defined by it.","type":"boolean"},"strokeWidth":{"type":"number"},"opacity":{"type":"number"},"fill":{"type":"boolean"},"showLabel":{"type":"boolean"},"showConfidence":{"type":"boolean"},"frameLabel":{"description":"Key, 1 to 9, of a type that labels intervals of the video.","type":"number"},"suppress":{"description":"Boxes of this type are regions in which nothing counts.","type":"boolean"}}};
const schema46 = {"title":"AttributeTrackFilter","type":"object","required":["name","attribute","type","filter"],"properties":{"name":{"type":"string","minLength":1},"attribute":{"type":"string","minLength":1},"type":{"enum":["track","detection"]},"typeFilter":{"type":"array","items":{"type":"string"}},"enabled":{"type":"boolean"},"primaryDisplay":{"type":"boolean"},"ignoreUndefined":{"type":"boolean"},"filter":{"title":"AttributeTrackFilterRule","type":"object","required":["val"],"properties":{"op":{"enum":["=","≠",">","<",">=","<=","range","in","rangeFilter","contains"]},"val":{"tsType":"unknown"},"userDefined":{"type":"boolean"},"range":{"type":"array","items":{"type":"number"}}}}}};
const schema47 = {"title":"CameraHomography","description":"Rows of 3x3 matrices that take image points of one camera to the other.","type":"object","properties":{"AtoB":{"type":"array","items":{"type":"array","items":{"type":"number"}}},"BtoA":{"type":"array","items":{"type":"array","items":{"type":"number"}}}}};
const schema48 = {"title":"CameraCorrespondence","description":"A point that both cameras see, in image pixels of each.","type":"object","required":["id","a","b"],"properties":{"id":{"tsType":"unknown"},"a":{"type":"array","items":{"type":"number"},"minItems":2,"maxItems":2,"tsType":"[x: number, y: number]"},"b":{"type":"array","items":{"type":"number"},"minItems":2,"maxItems":2,"tsType":"[x: number, y: number]"}}};
const schema49 = {"title":"TimeAlignment","description":"How the pictures of cameras with their own clocks and rates meet: each camera shows the one nearest in time. `null` in a change takes it away.","type":"object","required":["mode","cameras"],"properties":{"mode":{"description":"Where a picture's own time comes from: its number and the camera's rate, the capture time in its file name, the container's timestamps, or timestamps corrected by an instant that a person found on two cameras.","enum":["frame","capture-time","timestamp","manual"]},"cameras":{"description":"By camera. A picture with the own time t is of the instant `offset + (1 + drift) * t`.","type":"object","additionalProperties":{"$ref":"#/$defs/CameraClock"}}}};
const schema50 = {"title":"CameraClock","type":"object","required":["offset"],"properties":{"offset":{"description":"Seconds.","type":"number"},"drift":{"description":"Seconds gained by each second of the camera's clock; default 0.","type":"number"}}};

function validate30(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate30.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.mode === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "mode"},message:"must have required property '"+"mode"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.cameras === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "cameras"},message:"must have required property '"+"cameras"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.mode !== undefined){
let data0 = data.mode;
if(!((((data0 === "frame") || (data0 === "capture-time")) || (data0 === "timestamp")) || (data0 === "manual"))){
const err2 = {instancePath:instancePath+"/mode",schemaPath:"#/properties/mode/enum",keyword:"enum",params:{allowedValues: schema49.properties.mode.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.cameras !== undefined){
let data1 = data.cameras;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
for(const key0 in data1){
let data2 = data1[key0];
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.offset === undefined){
const err3 = {instancePath:instancePath+"/cameras/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/CameraClock/required",keyword:"required",params:{missingProperty: "offset"},message:"must have required property '"+"offset"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data2.offset !== undefined){
let data3 = data2.offset;
if(!((typeof data3 == "number") && (isFinite(data3)))){
const err4 = {instancePath:instancePath+"/cameras/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/offset",schemaPath:"#/$defs/CameraClock/properties/offset/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data2.drift !== undefined){
let data4 = data2.drift;
if(!((typeof data4 == "number") && (isFinite(data4)))){
const err5 = {instancePath:instancePath+"/cameras/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/drift",schemaPath:"#/$defs/CameraClock/properties/drift/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
else {
const err6 = {instancePath:instancePath+"/cameras/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/CameraClock/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath:instancePath+"/cameras",schemaPath:"#/properties/cameras/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
validate30.errors = vErrors;
return errors === 0;
}
validate30.evaluated = {"props":{"mode":true,"cameras":true},"dynamicProps":false,"dynamicItems":false};


function validate28(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="https://wakeline.dev/schemas/dataset-configuration.schema.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate28.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.version !== undefined){
if(1 !== data.version){
const err0 = {instancePath:instancePath+"/version",schemaPath:"#/properties/version/const",keyword:"const",params:{allowedValue: 1},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.fps !== undefined){
let data1 = data.fps;
if(!((typeof data1 == "number") && (isFinite(data1)))){
const err1 = {instancePath:instancePath+"/fps",schemaPath:"#/properties/fps/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.confidenceFilters !== undefined){
let data2 = data.confidenceFilters;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
for(const key0 in data2){
let data3 = data2[key0];
if(!((typeof data3 == "number") && (isFinite(data3)))){
const err2 = {instancePath:instancePath+"/confidenceFilters/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/confidenceFilters/additionalProperties/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath:instancePath+"/confidenceFilters",schemaPath:"#/properties/confidenceFilters/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.timeFilters !== undefined){
let data4 = data.timeFilters;
if(Array.isArray(data4)){
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
let data5 = data4[i0];
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
const err4 = {instancePath:instancePath+"/timeFilters/" + i0,schemaPath:"#/properties/timeFilters/items/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath:instancePath+"/timeFilters",schemaPath:"#/properties/timeFilters/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.customTypeStyling !== undefined){
let data6 = data.customTypeStyling;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
for(const key1 in data6){
let data7 = data6[key1];
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
if(data7.color !== undefined){
if(typeof data7.color !== "string"){
const err6 = {instancePath:instancePath+"/customTypeStyling/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/color",schemaPath:"#/$defs/TypeStyle/properties/color/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data7.colorOnly !== undefined){
if(typeof data7.colorOnly !== "boolean"){
const err7 = {instancePath:instancePath+"/customTypeStyling/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/colorOnly",schemaPath:"#/$defs/TypeStyle/properties/colorOnly/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data7.strokeWidth !== undefined){
let data10 = data7.strokeWidth;
if(!((typeof data10 == "number") && (isFinite(data10)))){
const err8 = {instancePath:instancePath+"/customTypeStyling/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/strokeWidth",schemaPath:"#/$defs/TypeStyle/properties/strokeWidth/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data7.opacity !== undefined){
let data11 = data7.opacity;
if(!((typeof data11 == "number") && (isFinite(data11)))){
const err9 = {instancePath:instancePath+"/customTypeStyling/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/opacity",schemaPath:"#/$defs/TypeStyle/properties/opacity/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data7.fill !== undefined){
if(typeof data7.fill !== "boolean"){
const err10 = {instancePath:instancePath+"/customTypeStyling/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/fill",schemaPath:"#/$defs/TypeStyle/properties/fill/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data7.showLabel !== undefined){
if(typeof data7.showLabel !== "boolean"){
const err11 = {instancePath:instancePath+"/customTypeStyling/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/showLabel",schemaPath:"#/$defs/TypeStyle/properties/showLabel/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data7.showConfidence !== undefined){
if(typeof data7.showConfidence !== "boolean"){
const err12 = {instancePath:instancePath+"/customTypeStyling/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/showConfidence",schemaPath:"#/$defs/TypeStyle/properties/showConfidence/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data7.frameLabel !== undefined){
let data15 = data7.frameLabel;
if(!((typeof data15 == "number") && (isFinite(data15)))){
const err13 = {instancePath:instancePath+"/customTypeStyling/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/frameLabel",schemaPath:"#/$defs/TypeStyle/properties/frameLabel/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data7.suppress !== undefined){
if(typeof data7.suppress !== "boolean"){
const err14 = {instancePath:instancePath+"/customTypeStyling/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/suppress",schemaPath:"#/$defs/TypeStyle/properties/suppress/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
else {
const err15 = {instancePath:instancePath+"/customTypeStyling/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/TypeStyle/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath:instancePath+"/customTypeStyling",schemaPath:"#/properties/customTypeStyling/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.customGroupStyling !== undefined){
let data17 = data.customGroupStyling;
if(data17 && typeof data17 == "object" && !Array.isArray(data17)){
for(const key2 in data17){
let data18 = data17[key2];
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
if(data18.color !== undefined){
if(typeof data18.color !== "string"){
const err17 = {instancePath:instancePath+"/customGroupStyling/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/color",schemaPath:"#/$defs/TypeStyle/properties/color/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data18.colorOnly !== undefined){
if(typeof data18.colorOnly !== "boolean"){
const err18 = {instancePath:instancePath+"/customGroupStyling/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/colorOnly",schemaPath:"#/$defs/TypeStyle/properties/colorOnly/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data18.strokeWidth !== undefined){
let data21 = data18.strokeWidth;
if(!((typeof data21 == "number") && (isFinite(data21)))){
const err19 = {instancePath:instancePath+"/customGroupStyling/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/strokeWidth",schemaPath:"#/$defs/TypeStyle/properties/strokeWidth/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data18.opacity !== undefined){
let data22 = data18.opacity;
if(!((typeof data22 == "number") && (isFinite(data22)))){
const err20 = {instancePath:instancePath+"/customGroupStyling/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/opacity",schemaPath:"#/$defs/TypeStyle/properties/opacity/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data18.fill !== undefined){
if(typeof data18.fill !== "boolean"){
const err21 = {instancePath:instancePath+"/customGroupStyling/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/fill",schemaPath:"#/$defs/TypeStyle/properties/fill/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data18.showLabel !== undefined){
if(typeof data18.showLabel !== "boolean"){
const err22 = {instancePath:instancePath+"/customGroupStyling/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/showLabel",schemaPath:"#/$defs/TypeStyle/properties/showLabel/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data18.showConfidence !== undefined){
if(typeof data18.showConfidence !== "boolean"){
const err23 = {instancePath:instancePath+"/customGroupStyling/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/showConfidence",schemaPath:"#/$defs/TypeStyle/properties/showConfidence/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data18.frameLabel !== undefined){
let data26 = data18.frameLabel;
if(!((typeof data26 == "number") && (isFinite(data26)))){
const err24 = {instancePath:instancePath+"/customGroupStyling/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/frameLabel",schemaPath:"#/$defs/TypeStyle/properties/frameLabel/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data18.suppress !== undefined){
if(typeof data18.suppress !== "boolean"){
const err25 = {instancePath:instancePath+"/customGroupStyling/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/suppress",schemaPath:"#/$defs/TypeStyle/properties/suppress/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
}
else {
const err26 = {instancePath:instancePath+"/customGroupStyling/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/TypeStyle/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
}
else {
const err27 = {instancePath:instancePath+"/customGroupStyling",schemaPath:"#/properties/customGroupStyling/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data.imageEnhancements !== undefined){
let data28 = data.imageEnhancements;
if(data28 && typeof data28 == "object" && !Array.isArray(data28)){
if(data28.brightness !== undefined){
let data29 = data28.brightness;
if(!((typeof data29 == "number") && (isFinite(data29)))){
const err28 = {instancePath:instancePath+"/imageEnhancements/brightness",schemaPath:"#/properties/imageEnhancements/properties/brightness/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data28.contrast !== undefined){
let data30 = data28.contrast;
if(!((typeof data30 == "number") && (isFinite(data30)))){
const err29 = {instancePath:instancePath+"/imageEnhancements/contrast",schemaPath:"#/properties/imageEnhancements/properties/contrast/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data28.saturation !== undefined){
let data31 = data28.saturation;
if(!((typeof data31 == "number") && (isFinite(data31)))){
const err30 = {instancePath:instancePath+"/imageEnhancements/saturation",schemaPath:"#/properties/imageEnhancements/properties/saturation/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data28.sharpen !== undefined){
let data32 = data28.sharpen;
if(!((typeof data32 == "number") && (isFinite(data32)))){
const err31 = {instancePath:instancePath+"/imageEnhancements/sharpen",schemaPath:"#/properties/imageEnhancements/properties/sharpen/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
}
else {
const err32 = {instancePath:instancePath+"/imageEnhancements",schemaPath:"#/properties/imageEnhancements/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data.attributes !== undefined){
let data33 = data.attributes;
if(data33 && typeof data33 == "object" && !Array.isArray(data33)){
for(const key3 in data33){
if(!(validate27(data33[key3], {instancePath:instancePath+"/attributes/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data33,parentDataProperty:key3,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
}
else {
const err33 = {instancePath:instancePath+"/attributes",schemaPath:"#/properties/attributes/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
if(data.attributeTrackFilters !== undefined){
let data35 = data.attributeTrackFilters;
if(data35 && typeof data35 == "object" && !Array.isArray(data35)){
for(const key4 in data35){
let data36 = data35[key4];
if(data36 && typeof data36 == "object" && !Array.isArray(data36)){
if(data36.name === undefined){
const err34 = {instancePath:instancePath+"/attributeTrackFilters/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/AttributeTrackFilter/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
if(data36.attribute === undefined){
const err35 = {instancePath:instancePath+"/attributeTrackFilters/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/AttributeTrackFilter/required",keyword:"required",params:{missingProperty: "attribute"},message:"must have required property '"+"attribute"+"'"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
if(data36.type === undefined){
const err36 = {instancePath:instancePath+"/attributeTrackFilters/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/AttributeTrackFilter/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
if(data36.filter === undefined){
const err37 = {instancePath:instancePath+"/attributeTrackFilters/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/AttributeTrackFilter/required",keyword:"required",params:{missingProperty: "filter"},message:"must have required property '"+"filter"+"'"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
if(data36.name !== undefined){
let data37 = data36.name;
if(typeof data37 === "string"){
if(data37.length < 1){
const err38 = {instancePath:instancePath+"/attributeTrackFilters/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/name",schemaPath:"#/$defs/AttributeTrackFilter/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
else {
const err39 = {instancePath:instancePath+"/attributeTrackFilters/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/name",schemaPath:"#/$defs/AttributeTrackFilter/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
if(data36.attribute !== undefined){
let data38 = data36.attribute;
if(typeof data38 === "string"){
if(data38.length < 1){
const err40 = {instancePath:instancePath+"/attributeTrackFilters/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/attribute",schemaPath:"#/$defs/AttributeTrackFilter/properties/attribute/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
else {
const err41 = {instancePath:instancePath+"/attributeTrackFilters/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/attribute",schemaPath:"#/$defs/AttributeTrackFilter/properties/attribute/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
if(data36.type !== undefined){
let data39 = data36.type;
if(!((data39 === "track") || (data39 === "detection"))){
const err42 = {instancePath:instancePath+"/attributeTrackFilters/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/type",schemaPath:"#/$defs/AttributeTrackFilter/properties/type/enum",keyword:"enum",params:{allowedValues: schema46.properties.type.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
if(data36.typeFilter !== undefined){
let data40 = data36.typeFilter;
if(Array.isArray(data40)){
const len1 = data40.length;
for(let i1=0; i1<len1; i1++){
if(typeof data40[i1] !== "string"){
const err43 = {instancePath:instancePath+"/attributeTrackFilters/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/typeFilter/" + i1,schemaPath:"#/$defs/AttributeTrackFilter/properties/typeFilter/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
}
else {
const err44 = {instancePath:instancePath+"/attributeTrackFilters/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/typeFilter",schemaPath:"#/$defs/AttributeTrackFilter/properties/typeFilter/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
if(data36.enabled !== undefined){
if(typeof data36.enabled !== "boolean"){
const err45 = {instancePath:instancePath+"/attributeTrackFilters/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/enabled",schemaPath:"#/$defs/AttributeTrackFilter/properties/enabled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
if(data36.primaryDisplay !== undefined){
if(typeof data36.primaryDisplay !== "boolean"){
const err46 = {instancePath:instancePath+"/attributeTrackFilters/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/primaryDisplay",schemaPath:"#/$defs/AttributeTrackFilter/properties/primaryDisplay/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
if(data36.ignoreUndefined !== undefined){
if(typeof data36.ignoreUndefined !== "boolean"){
const err47 = {instancePath:instancePath+"/attributeTrackFilters/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/ignoreUndefined",schemaPath:"#/$defs/AttributeTrackFilter/properties/ignoreUndefined/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
if(data36.filter !== undefined){
let data45 = data36.filter;
if(data45 && typeof data45 == "object" && !Array.isArray(data45)){
if(data45.val === undefined){
const err48 = {instancePath:instancePath+"/attributeTrackFilters/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/filter",schemaPath:"#/$defs/AttributeTrackFilter/properties/filter/required",keyword:"required",params:{missingProperty: "val"},message:"must have required property '"+"val"+"'"};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
if(data45.op !== undefined){
let data46 = data45.op;
if(!((((((((((data46 === "=") || (data46 === "≠")) || (data46 === ">")) || (data46 === "<")) || (data46 === ">=")) || (data46 === "<=")) || (data46 === "range")) || (data46 === "in")) || (data46 === "rangeFilter")) || (data46 === "contains"))){
const err49 = {instancePath:instancePath+"/attributeTrackFilters/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/filter/op",schemaPath:"#/$defs/AttributeTrackFilter/properties/filter/properties/op/enum",keyword:"enum",params:{allowedValues: schema46.properties.filter.properties.op.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
if(data45.userDefined !== undefined){
if(typeof data45.userDefined !== "boolean"){
const err50 = {instancePath:instancePath+"/attributeTrackFilters/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/filter/userDefined",schemaPath:"#/$defs/AttributeTrackFilter/properties/filter/properties/userDefined/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
if(data45.range !== undefined){
let data48 = data45.range;
if(Array.isArray(data48)){
const len2 = data48.length;
for(let i2=0; i2<len2; i2++){
let data49 = data48[i2];
if(!((typeof data49 == "number") && (isFinite(data49)))){
const err51 = {instancePath:instancePath+"/attributeTrackFilters/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/filter/range/" + i2,schemaPath:"#/$defs/AttributeTrackFilter/properties/filter/properties/range/items/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
}
else {
const err52 = {instancePath:instancePath+"/attributeTrackFilters/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/filter/range",schemaPath:"#/$defs/AttributeTrackFilter/properties/filter/properties/range/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
}
else {
const err53 = {instancePath:instancePath+"/attributeTrackFilters/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/filter",schemaPath:"#/$defs/AttributeTrackFilter/properties/filter/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
}
else {
const err54 = {instancePath:instancePath+"/attributeTrackFilters/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/AttributeTrackFilter/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
}
else {
const err55 = {instancePath:instancePath+"/attributeTrackFilters",schemaPath:"#/properties/attributeTrackFilters/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
if(data.datasetInfo !== undefined){
let data50 = data.datasetInfo;
if(!(data50 && typeof data50 == "object" && !Array.isArray(data50))){
const err56 = {instancePath:instancePath+"/datasetInfo",schemaPath:"#/properties/datasetInfo/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
if(data.typeHierarchy !== undefined){
let data51 = data.typeHierarchy;
if(data51 && typeof data51 == "object" && !Array.isArray(data51)){
for(const key5 in data51){
if(typeof data51[key5] !== "string"){
const err57 = {instancePath:instancePath+"/typeHierarchy/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/typeHierarchy/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
}
else {
const err58 = {instancePath:instancePath+"/typeHierarchy",schemaPath:"#/properties/typeHierarchy/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
}
if(data.cameraHomographies !== undefined){
let data53 = data.cameraHomographies;
if(data53 && typeof data53 == "object" && !Array.isArray(data53)){
for(const key6 in data53){
let data54 = data53[key6];
if(data54 && typeof data54 == "object" && !Array.isArray(data54)){
if(data54.AtoB !== undefined){
let data55 = data54.AtoB;
if(Array.isArray(data55)){
const len3 = data55.length;
for(let i3=0; i3<len3; i3++){
let data56 = data55[i3];
if(Array.isArray(data56)){
const len4 = data56.length;
for(let i4=0; i4<len4; i4++){
let data57 = data56[i4];
if(!((typeof data57 == "number") && (isFinite(data57)))){
const err59 = {instancePath:instancePath+"/cameraHomographies/" + key6.replace(/~/g, "~0").replace(/\//g, "~1")+"/AtoB/" + i3+"/" + i4,schemaPath:"#/$defs/CameraHomography/properties/AtoB/items/items/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
}
else {
const err60 = {instancePath:instancePath+"/cameraHomographies/" + key6.replace(/~/g, "~0").replace(/\//g, "~1")+"/AtoB/" + i3,schemaPath:"#/$defs/CameraHomography/properties/AtoB/items/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
}
else {
const err61 = {instancePath:instancePath+"/cameraHomographies/" + key6.replace(/~/g, "~0").replace(/\//g, "~1")+"/AtoB",schemaPath:"#/$defs/CameraHomography/properties/AtoB/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
if(data54.BtoA !== undefined){
let data58 = data54.BtoA;
if(Array.isArray(data58)){
const len5 = data58.length;
for(let i5=0; i5<len5; i5++){
let data59 = data58[i5];
if(Array.isArray(data59)){
const len6 = data59.length;
for(let i6=0; i6<len6; i6++){
let data60 = data59[i6];
if(!((typeof data60 == "number") && (isFinite(data60)))){
const err62 = {instancePath:instancePath+"/cameraHomographies/" + key6.replace(/~/g, "~0").replace(/\//g, "~1")+"/BtoA/" + i5+"/" + i6,schemaPath:"#/$defs/CameraHomography/properties/BtoA/items/items/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
}
else {
const err63 = {instancePath:instancePath+"/cameraHomographies/" + key6.replace(/~/g, "~0").replace(/\//g, "~1")+"/BtoA/" + i5,schemaPath:"#/$defs/CameraHomography/properties/BtoA/items/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
}
else {
const err64 = {instancePath:instancePath+"/cameraHomographies/" + key6.replace(/~/g, "~0").replace(/\//g, "~1")+"/BtoA",schemaPath:"#/$defs/CameraHomography/properties/BtoA/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
}
else {
const err65 = {instancePath:instancePath+"/cameraHomographies/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/CameraHomography/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
}
else {
const err66 = {instancePath:instancePath+"/cameraHomographies",schemaPath:"#/properties/cameraHomographies/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
if(data.cameraCorrespondences !== undefined){
let data61 = data.cameraCorrespondences;
if(data61 && typeof data61 == "object" && !Array.isArray(data61)){
for(const key7 in data61){
let data62 = data61[key7];
if(Array.isArray(data62)){
const len7 = data62.length;
for(let i7=0; i7<len7; i7++){
let data63 = data62[i7];
if(data63 && typeof data63 == "object" && !Array.isArray(data63)){
if(data63.id === undefined){
const err67 = {instancePath:instancePath+"/cameraCorrespondences/" + key7.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i7,schemaPath:"#/$defs/CameraCorrespondence/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'"};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
if(data63.a === undefined){
const err68 = {instancePath:instancePath+"/cameraCorrespondences/" + key7.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i7,schemaPath:"#/$defs/CameraCorrespondence/required",keyword:"required",params:{missingProperty: "a"},message:"must have required property '"+"a"+"'"};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
if(data63.b === undefined){
const err69 = {instancePath:instancePath+"/cameraCorrespondences/" + key7.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i7,schemaPath:"#/$defs/CameraCorrespondence/required",keyword:"required",params:{missingProperty: "b"},message:"must have required property '"+"b"+"'"};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
if(data63.a !== undefined){
let data64 = data63.a;
if(Array.isArray(data64)){
if(data64.length > 2){
const err70 = {instancePath:instancePath+"/cameraCorrespondences/" + key7.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i7+"/a",schemaPath:"#/$defs/CameraCorrespondence/properties/a/maxItems",keyword:"maxItems",params:{limit: 2},message:"must NOT have more than 2 items"};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
if(data64.length < 2){
const err71 = {instancePath:instancePath+"/cameraCorrespondences/" + key7.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i7+"/a",schemaPath:"#/$defs/CameraCorrespondence/properties/a/minItems",keyword:"minItems",params:{limit: 2},message:"must NOT have fewer than 2 items"};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
const len8 = data64.length;
for(let i8=0; i8<len8; i8++){
let data65 = data64[i8];
if(!((typeof data65 == "number") && (isFinite(data65)))){
const err72 = {instancePath:instancePath+"/cameraCorrespondences/" + key7.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i7+"/a/" + i8,schemaPath:"#/$defs/CameraCorrespondence/properties/a/items/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
}
else {
const err73 = {instancePath:instancePath+"/cameraCorrespondences/" + key7.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i7+"/a",schemaPath:"#/$defs/CameraCorrespondence/properties/a/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
}
if(data63.b !== undefined){
let data66 = data63.b;
if(Array.isArray(data66)){
if(data66.length > 2){
const err74 = {instancePath:instancePath+"/cameraCorrespondences/" + key7.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i7+"/b",schemaPath:"#/$defs/CameraCorrespondence/properties/b/maxItems",keyword:"maxItems",params:{limit: 2},message:"must NOT have more than 2 items"};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
if(data66.length < 2){
const err75 = {instancePath:instancePath+"/cameraCorrespondences/" + key7.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i7+"/b",schemaPath:"#/$defs/CameraCorrespondence/properties/b/minItems",keyword:"minItems",params:{limit: 2},message:"must NOT have fewer than 2 items"};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
const len9 = data66.length;
for(let i9=0; i9<len9; i9++){
let data67 = data66[i9];
if(!((typeof data67 == "number") && (isFinite(data67)))){
const err76 = {instancePath:instancePath+"/cameraCorrespondences/" + key7.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i7+"/b/" + i9,schemaPath:"#/$defs/CameraCorrespondence/properties/b/items/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
}
}
else {
const err77 = {instancePath:instancePath+"/cameraCorrespondences/" + key7.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i7+"/b",schemaPath:"#/$defs/CameraCorrespondence/properties/b/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
}
}
else {
const err78 = {instancePath:instancePath+"/cameraCorrespondences/" + key7.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i7,schemaPath:"#/$defs/CameraCorrespondence/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
}
}
else {
const err79 = {instancePath:instancePath+"/cameraCorrespondences/" + key7.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/cameraCorrespondences/additionalProperties/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
}
}
else {
const err80 = {instancePath:instancePath+"/cameraCorrespondences",schemaPath:"#/properties/cameraCorrespondences/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
}
if(data.cameraTransformTypes !== undefined){
let data68 = data.cameraTransformTypes;
if(data68 && typeof data68 == "object" && !Array.isArray(data68)){
for(const key8 in data68){
let data69 = data68[key8];
if(!(((((data69 === "translation") || (data69 === "rigid")) || (data69 === "similarity")) || (data69 === "affine")) || (data69 === "homography"))){
const err81 = {instancePath:instancePath+"/cameraTransformTypes/" + key8.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/cameraTransformTypes/additionalProperties/enum",keyword:"enum",params:{allowedValues: schema43.properties.cameraTransformTypes.additionalProperties.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
}
}
else {
const err82 = {instancePath:instancePath+"/cameraTransformTypes",schemaPath:"#/properties/cameraTransformTypes/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
}
if(data.timeAlignment !== undefined){
if(!(validate30(data.timeAlignment, {instancePath:instancePath+"/timeAlignment",parentData:data,parentDataProperty:"timeAlignment",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate30.errors : vErrors.concat(validate30.errors);
errors = vErrors.length;
}
}
}
else {
const err83 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
validate28.errors = vErrors;
return errors === 0;
}
validate28.evaluated = {"props":{"version":true,"fps":true,"confidenceFilters":true,"timeFilters":true,"customTypeStyling":true,"customGroupStyling":true,"imageEnhancements":true,"attributes":true,"attributeTrackFilters":true,"datasetInfo":true,"typeHierarchy":true,"cameraHomographies":true,"cameraCorrespondences":true,"cameraTransformTypes":true,"cameraRegistrationSource":true,"timeAlignment":true},"dynamicProps":false,"dynamicItems":false};

export const datasetFacts = validate32;
const schema51 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"https://wakeline.dev/schemas/dataset-facts.schema.json","title":"DatasetFacts","description":"What a folder's metadata say about its dataset, in addition to the configuration. An `ObjectId` names an item or a folder; it is followed only as the server's `services/tree/stored-ids.ts` says.","type":"object","properties":{"annotate":{"description":"Whether the folder is a dataset.","tsType":"boolean | number | string"},"published":{"description":"Whether it is listed as published.","tsType":"boolean | number | string"},"type":{"$ref":"#/$defs/DatasetType"},"subType":{"enum":["stereo","multicam"]},"originalFps":{"description":"Frame rate of the media, in pictures per second.","type":"number"},"originalFpsString":{"description":"The same as a fraction: `30000/1001`.","type":"string"},"ffprobe_info":{"description":"The video stream.","type":"object","tsType":"Record<string, unknown>"},"metadataFileItemId":{"$ref":"#/$defs/ObjectId"},"metadataFileOriginalName":{"type":"string"},"multiCam":{"$ref":"#/$defs/MultiCam"},"MarkForPostProcess":{"description":"Waits to be processed.","tsType":"boolean | number | string"},"trained_pipeline":{"description":"Holds a trained pipeline.","tsType":"boolean | number | string"}},"$defs":{"ObjectId":{"title":"ObjectId","description":"24 lower-case hex digits.","type":"string","pattern":"^[0-9a-f]{24}$"},"DatasetType":{"title":"DatasetType","enum":["image-sequence","video","large-image","multi"]},"MultiCam":{"title":"MultiCam","description":"The cameras of a dataset, and their calibration.","type":"object","required":["cameras"],"properties":{"defaultDisplay":{"description":"The camera that is shown first.","type":"string"},"cameraOrder":{"type":"array","items":{"type":"string"}},"cameras":{"description":"By name; each is a dataset in the folder.","type":"object","additionalProperties":{"title":"MultiCamCamera","type":"object","required":["folderId","type"],"properties":{"folderId":{"$ref":"#/$defs/ObjectId"},"type":{"$ref":"#/$defs/DatasetType"}}}},"calibrationItemId":{"$ref":"#/$defs/ObjectId"},"jsonCalibrationItemId":{"$ref":"#/$defs/ObjectId"},"calibrationOriginalName":{"type":"string"},"calibrationConversionError":{"type":"string"}}}}};
const schema52 = {"title":"DatasetType","enum":["image-sequence","video","large-image","multi"]};
const schema53 = {"title":"ObjectId","description":"24 lower-case hex digits.","type":"string","pattern":"^[0-9a-f]{24}$"};
const pattern5 = new RegExp("^[0-9a-f]{24}$", "u");
const schema54 = {"title":"MultiCam","description":"The cameras of a dataset, and their calibration.","type":"object","required":["cameras"],"properties":{"defaultDisplay":{"description":"The camera that is shown first.","type":"string"},"cameraOrder":{"type":"array","items":{"type":"string"}},"cameras":{"description":"By name; each is a dataset in the folder.","type":"object","additionalProperties":{"title":"MultiCamCamera","type":"object","required":["folderId","type"],"properties":{"folderId":{"$ref":"#/$defs/ObjectId"},"type":{"$ref":"#/$defs/DatasetType"}}}},"calibrationItemId":{"$ref":"#/$defs/ObjectId"},"jsonCalibrationItemId":{"$ref":"#/$defs/ObjectId"},"calibrationOriginalName":{"type":"string"},"calibrationConversionError":{"type":"string"}}};

function validate33(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate33.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.cameras === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "cameras"},message:"must have required property '"+"cameras"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.defaultDisplay !== undefined){
if(typeof data.defaultDisplay !== "string"){
const err1 = {instancePath:instancePath+"/defaultDisplay",schemaPath:"#/properties/defaultDisplay/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.cameraOrder !== undefined){
let data1 = data.cameraOrder;
if(Array.isArray(data1)){
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
if(typeof data1[i0] !== "string"){
const err2 = {instancePath:instancePath+"/cameraOrder/" + i0,schemaPath:"#/properties/cameraOrder/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath:instancePath+"/cameraOrder",schemaPath:"#/properties/cameraOrder/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.cameras !== undefined){
let data3 = data.cameras;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
for(const key0 in data3){
let data4 = data3[key0];
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(data4.folderId === undefined){
const err4 = {instancePath:instancePath+"/cameras/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/cameras/additionalProperties/required",keyword:"required",params:{missingProperty: "folderId"},message:"must have required property '"+"folderId"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data4.type === undefined){
const err5 = {instancePath:instancePath+"/cameras/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/cameras/additionalProperties/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data4.folderId !== undefined){
let data5 = data4.folderId;
if(typeof data5 === "string"){
if(!pattern5.test(data5)){
const err6 = {instancePath:instancePath+"/cameras/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/folderId",schemaPath:"#/$defs/ObjectId/pattern",keyword:"pattern",params:{pattern: "^[0-9a-f]{24}$"},message:"must match pattern \""+"^[0-9a-f]{24}$"+"\""};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/cameras/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/folderId",schemaPath:"#/$defs/ObjectId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data4.type !== undefined){
let data6 = data4.type;
if(!((((data6 === "image-sequence") || (data6 === "video")) || (data6 === "large-image")) || (data6 === "multi"))){
const err8 = {instancePath:instancePath+"/cameras/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/type",schemaPath:"#/$defs/DatasetType/enum",keyword:"enum",params:{allowedValues: schema52.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath:instancePath+"/cameras/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/cameras/additionalProperties/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath:instancePath+"/cameras",schemaPath:"#/properties/cameras/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.calibrationItemId !== undefined){
let data7 = data.calibrationItemId;
if(typeof data7 === "string"){
if(!pattern5.test(data7)){
const err11 = {instancePath:instancePath+"/calibrationItemId",schemaPath:"#/$defs/ObjectId/pattern",keyword:"pattern",params:{pattern: "^[0-9a-f]{24}$"},message:"must match pattern \""+"^[0-9a-f]{24}$"+"\""};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/calibrationItemId",schemaPath:"#/$defs/ObjectId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.jsonCalibrationItemId !== undefined){
let data8 = data.jsonCalibrationItemId;
if(typeof data8 === "string"){
if(!pattern5.test(data8)){
const err13 = {instancePath:instancePath+"/jsonCalibrationItemId",schemaPath:"#/$defs/ObjectId/pattern",keyword:"pattern",params:{pattern: "^[0-9a-f]{24}$"},message:"must match pattern \""+"^[0-9a-f]{24}$"+"\""};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/jsonCalibrationItemId",schemaPath:"#/$defs/ObjectId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.calibrationOriginalName !== undefined){
if(typeof data.calibrationOriginalName !== "string"){
const err15 = {instancePath:instancePath+"/calibrationOriginalName",schemaPath:"#/properties/calibrationOriginalName/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.calibrationConversionError !== undefined){
if(typeof data.calibrationConversionError !== "string"){
const err16 = {instancePath:instancePath+"/calibrationConversionError",schemaPath:"#/properties/calibrationConversionError/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
else {
const err17 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
validate33.errors = vErrors;
return errors === 0;
}
validate33.evaluated = {"props":{"defaultDisplay":true,"cameraOrder":true,"cameras":true,"calibrationItemId":true,"jsonCalibrationItemId":true,"calibrationOriginalName":true,"calibrationConversionError":true},"dynamicProps":false,"dynamicItems":false};


function validate32(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="https://wakeline.dev/schemas/dataset-facts.schema.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate32.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type !== undefined){
let data0 = data.type;
if(!((((data0 === "image-sequence") || (data0 === "video")) || (data0 === "large-image")) || (data0 === "multi"))){
const err0 = {instancePath:instancePath+"/type",schemaPath:"#/$defs/DatasetType/enum",keyword:"enum",params:{allowedValues: schema52.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.subType !== undefined){
let data1 = data.subType;
if(!((data1 === "stereo") || (data1 === "multicam"))){
const err1 = {instancePath:instancePath+"/subType",schemaPath:"#/properties/subType/enum",keyword:"enum",params:{allowedValues: schema51.properties.subType.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.originalFps !== undefined){
let data2 = data.originalFps;
if(!((typeof data2 == "number") && (isFinite(data2)))){
const err2 = {instancePath:instancePath+"/originalFps",schemaPath:"#/properties/originalFps/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.originalFpsString !== undefined){
if(typeof data.originalFpsString !== "string"){
const err3 = {instancePath:instancePath+"/originalFpsString",schemaPath:"#/properties/originalFpsString/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.ffprobe_info !== undefined){
let data4 = data.ffprobe_info;
if(!(data4 && typeof data4 == "object" && !Array.isArray(data4))){
const err4 = {instancePath:instancePath+"/ffprobe_info",schemaPath:"#/properties/ffprobe_info/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.metadataFileItemId !== undefined){
let data5 = data.metadataFileItemId;
if(typeof data5 === "string"){
if(!pattern5.test(data5)){
const err5 = {instancePath:instancePath+"/metadataFileItemId",schemaPath:"#/$defs/ObjectId/pattern",keyword:"pattern",params:{pattern: "^[0-9a-f]{24}$"},message:"must match pattern \""+"^[0-9a-f]{24}$"+"\""};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/metadataFileItemId",schemaPath:"#/$defs/ObjectId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.metadataFileOriginalName !== undefined){
if(typeof data.metadataFileOriginalName !== "string"){
const err7 = {instancePath:instancePath+"/metadataFileOriginalName",schemaPath:"#/properties/metadataFileOriginalName/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.multiCam !== undefined){
if(!(validate33(data.multiCam, {instancePath:instancePath+"/multiCam",parentData:data,parentDataProperty:"multiCam",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate33.errors : vErrors.concat(validate33.errors);
errors = vErrors.length;
}
}
}
else {
const err8 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
validate32.errors = vErrors;
return errors === 0;
}
validate32.evaluated = {"props":{"annotate":true,"published":true,"type":true,"subType":true,"originalFps":true,"originalFpsString":true,"ffprobe_info":true,"metadataFileItemId":true,"metadataFileOriginalName":true,"multiCam":true,"MarkForPostProcess":true,"trained_pipeline":true},"dynamicProps":false,"dynamicItems":false};

export const group = validate25;

export const modelPack = validate35;
const schema59 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"https://wakeline.dev/schemas/model-pack.schema.json","title":"ModelPack","description":"The `pack.json` of a model pack: what a model is for, which files it has, how pictures are given to it and how its answers are read.","type":"object","required":["format","version","kind","name","licence","files","model","input"],"additionalProperties":false,"properties":{"format":{"const":"wakeline-model-pack","type":"string"},"version":{"const":1,"type":"number"},"kind":{"description":"What it does: finds objects, outlines them, follows them, or reads text.","enum":["detector","segmenter","tracker","text"]},"name":{"description":"What people know it by.","type":"string","pattern":"^.{1,80}$"},"description":{"description":"What it finds, in a sentence.","type":"string"},"licence":{"description":"Of the model: its SPDX name, or where its text is.","type":"string","minLength":1},"source":{"description":"Where the model comes from.","type":"string"},"files":{"description":"All files but `pack.json`.","type":"array","items":{"$ref":"#/$defs/PackFile"}},"model":{"description":"Path of the ONNX file; of a segmenter: the encoder; of a text pack: the model that finds lines.","type":"string"},"decoder":{"$ref":"#/$defs/PackDecoder"},"lines":{"$ref":"#/$defs/PackLines"},"reader":{"$ref":"#/$defs/PackReader"},"search":{"$ref":"#/$defs/PackSearch"},"input":{"$ref":"#/$defs/PackInput"},"output":{"$ref":"#/$defs/PackOutput"},"classes":{"description":"What a detector tells apart, in the order of its scores: the types of its boxes.","type":"array","items":{"type":"string","minLength":1}},"confidence":{"description":"Less certain boxes are left out, if nothing else is asked for; default 0.25.","type":"number","minimum":0,"maximum":1},"overlap":{"description":"Of boxes of one class that overlap more (shared area by the area of both), the most certain one is kept; default 0.45 for `yolo`, 1 (all are kept) for the others.","type":"number","minimum":0,"maximum":1}},"$defs":{"PackFile":{"title":"PackFile","type":"object","required":["path","sha256","bytes"],"additionalProperties":false,"properties":{"path":{"description":"Next to `pack.json`: letters, digits, `.`, `_` and `-`.","type":"string","pattern":"^[A-Za-z0-9_][A-Za-z0-9._-]*$"},"sha256":{"description":"Lower-case hex digits.","type":"string","pattern":"^[0-9a-f]{64}$"},"bytes":{"type":"integer","minimum":1}}},"PackInput":{"title":"PackInput","description":"How a picture becomes numbers: made as large as this, each channel `(value / 255 - mean) / deviation`.","type":"object","required":["width","height"],"additionalProperties":false,"properties":{"name":{"description":"Of the model's input; absent where it has one.","type":"string"},"width":{"description":"Pixels.","type":"integer","minimum":8,"maximum":4096},"height":{"description":"Pixels.","type":"integer","minimum":8,"maximum":4096},"resize":{"description":"`fit` (default): as it is shaped, centred, the rest filled with `padding`. `fit-corner`: the same, at the top left. `stretch`: both sides each by itself.","enum":["fit","fit-corner","stretch"]},"padding":{"description":"Of the rest, 0 to 255; default 114.","type":"number","minimum":0,"maximum":255},"layout":{"description":"Order of the axes; default `nchw`.","enum":["nchw","nhwc"]},"colours":{"description":"Order of the channels; default `rgb`.","enum":["rgb","bgr"]},"scale":{"description":"What a channel is divided by; default 255.","type":"number","exclusiveMinimum":0},"mean":{"$ref":"#/$defs/PackChannels"},"deviation":{"$ref":"#/$defs/PackChannels"}}},"PackChannels":{"title":"PackChannels","description":"A number for each channel, in the order of `colours`.","type":"array","minItems":3,"maxItems":3,"items":{"type":"number"},"tsType":"number[]"},"PackDecoder":{"title":"PackDecoder","description":"A segmenter's second model, which answers clicks and boxes from what the encoder made of a picture.","type":"object","required":["model","layout"],"additionalProperties":false,"properties":{"model":{"description":"Path of the ONNX file.","type":"string"},"layout":{"description":"`sam`: takes `image_embeddings`, `point_coords`, `point_labels`, `mask_input`, `has_mask_input` and `orig_im_size`; answers `masks`, `iou_predictions` and `low_res_masks`.","enum":["sam"]},"embeddings":{"description":"Name of the encoder's output; absent where it has one.","type":"string"},"threshold":{"description":"What a number of the mask exceeds on the object; default 0.","type":"number"}}},"PackLines":{"title":"PackLines","description":"How the first model of a text pack says where lines of text are.","type":"object","required":["layout"],"additionalProperties":false,"properties":{"layout":{"description":"`db`: a map of the size of its input with how likely each pixel is text, as differentiable binarization answers it.","enum":["db"]},"output":{"description":"Name of the output; absent where it has one.","type":"string"},"threshold":{"description":"What a pixel of text exceeds; default 0.3.","type":"number","minimum":0,"maximum":1},"confidence":{"description":"Lines whose pixels are less certain in the mean are left out; default 0.6.","type":"number","minimum":0,"maximum":1},"grow":{"description":"How far a line reaches beyond its pixels on the map: its area by its perimeter, times this; default 1.5.","type":"number","minimum":0,"maximum":10},"multiple":{"description":"Sides of the input are multiples of this; default 32.","type":"integer","minimum":1,"maximum":256}}},"PackReader":{"title":"PackReader","description":"A text pack's second model, which reads the characters of one line.","type":"object","required":["model","layout","characters","input"],"additionalProperties":false,"properties":{"model":{"description":"Path of the ONNX file.","type":"string"},"layout":{"description":"`ctc`: for each step along the line a score for each character and for none, as CRNN and SVTR answer.","enum":["ctc"]},"characters":{"description":"Path of a text file in UTF-8 with one character a line, in the order of the scores.","type":"string"},"blank":{"description":"Where the score of no character is: before the others (`first`, the default) or after them (`last`).","enum":["first","last"]},"space":{"description":"Whether the scores have a space after the characters of the file.","type":"boolean"},"activation":{"description":"What makes probabilities of scores; default `none`: they are probabilities.","enum":["none","softmax"]},"output":{"description":"Name of the output; absent where it has one.","type":"string"},"input":{"$ref":"#/$defs/PackInput"}}},"PackSearch":{"title":"PackSearch","description":"How a tracker finds on the next picture what a template shows. Its template is given as `input`.","type":"object","required":["layout","input","scores","sizes","offsets"],"additionalProperties":false,"properties":{"layout":{"description":"`centre`: for each place of a grid how likely the middle of the object is there, the size of the object (0 to 1 of the searched part), and how far its middle is from the place (0 to 1 of a place), as VitTrack and OSTrack answer.","enum":["centre"]},"input":{"$ref":"#/$defs/PackInput"},"scores":{"description":"Name of the output with scores.","type":"string"},"sizes":{"description":"Name of the output with widths and heights.","type":"string"},"offsets":{"description":"Name of the output with offsets across and down.","type":"string"},"templateScale":{"description":"Side of the part that the template shows: the root of the object's area, times this; default 2.","type":"number","minimum":1,"maximum":16},"searchScale":{"description":"The same of the part that is searched; default 4.","type":"number","minimum":1,"maximum":32}}},"PackOutput":{"title":"PackOutput","description":"How the answers of a detector are read.","type":"object","required":["layout"],"additionalProperties":false,"properties":{"layout":{"description":"`yolo`: rows of centre, size and a score for each class, in pixels of the input. `yolo-end-to-end`: rows of two corners, score and class. `detr`: boxes as centre and size, 0 to 1, and scores by themselves.","enum":["yolo","yolo-end-to-end","detr"]},"boxes":{"description":"Name of the output with boxes; absent where there is one output.","type":"string"},"scores":{"description":"Name of the output with scores: `detr` alone.","type":"string"},"objectness":{"description":"`yolo`: a number in front of the scores, by which they are multiplied (version 5 to 7).","type":"boolean"},"rows":{"description":"`yolo`: whether boxes are along the last axis (`last`, the default, version 8 and later) or along the one before it (`middle`).","enum":["last","middle"]},"activation":{"description":"`detr`: what makes scores of numbers; `softmax` has one more class at the end, which is nothing. Default `sigmoid`.","enum":["sigmoid","softmax","none"]}}}}};
const schema60 = {"title":"PackFile","type":"object","required":["path","sha256","bytes"],"additionalProperties":false,"properties":{"path":{"description":"Next to `pack.json`: letters, digits, `.`, `_` and `-`.","type":"string","pattern":"^[A-Za-z0-9_][A-Za-z0-9._-]*$"},"sha256":{"description":"Lower-case hex digits.","type":"string","pattern":"^[0-9a-f]{64}$"},"bytes":{"type":"integer","minimum":1}}};
const schema61 = {"title":"PackDecoder","description":"A segmenter's second model, which answers clicks and boxes from what the encoder made of a picture.","type":"object","required":["model","layout"],"additionalProperties":false,"properties":{"model":{"description":"Path of the ONNX file.","type":"string"},"layout":{"description":"`sam`: takes `image_embeddings`, `point_coords`, `point_labels`, `mask_input`, `has_mask_input` and `orig_im_size`; answers `masks`, `iou_predictions` and `low_res_masks`.","enum":["sam"]},"embeddings":{"description":"Name of the encoder's output; absent where it has one.","type":"string"},"threshold":{"description":"What a number of the mask exceeds on the object; default 0.","type":"number"}}};
const schema62 = {"title":"PackLines","description":"How the first model of a text pack says where lines of text are.","type":"object","required":["layout"],"additionalProperties":false,"properties":{"layout":{"description":"`db`: a map of the size of its input with how likely each pixel is text, as differentiable binarization answers it.","enum":["db"]},"output":{"description":"Name of the output; absent where it has one.","type":"string"},"threshold":{"description":"What a pixel of text exceeds; default 0.3.","type":"number","minimum":0,"maximum":1},"confidence":{"description":"Lines whose pixels are less certain in the mean are left out; default 0.6.","type":"number","minimum":0,"maximum":1},"grow":{"description":"How far a line reaches beyond its pixels on the map: its area by its perimeter, times this; default 1.5.","type":"number","minimum":0,"maximum":10},"multiple":{"description":"Sides of the input are multiples of this; default 32.","type":"integer","minimum":1,"maximum":256}}};
const schema68 = {"title":"PackOutput","description":"How the answers of a detector are read.","type":"object","required":["layout"],"additionalProperties":false,"properties":{"layout":{"description":"`yolo`: rows of centre, size and a score for each class, in pixels of the input. `yolo-end-to-end`: rows of two corners, score and class. `detr`: boxes as centre and size, 0 to 1, and scores by themselves.","enum":["yolo","yolo-end-to-end","detr"]},"boxes":{"description":"Name of the output with boxes; absent where there is one output.","type":"string"},"scores":{"description":"Name of the output with scores: `detr` alone.","type":"string"},"objectness":{"description":"`yolo`: a number in front of the scores, by which they are multiplied (version 5 to 7).","type":"boolean"},"rows":{"description":"`yolo`: whether boxes are along the last axis (`last`, the default, version 8 and later) or along the one before it (`middle`).","enum":["last","middle"]},"activation":{"description":"`detr`: what makes scores of numbers; `softmax` has one more class at the end, which is nothing. Default `sigmoid`.","enum":["sigmoid","softmax","none"]}}};
const func1 = Object.prototype.hasOwnProperty;
const pattern9 = new RegExp("^.{1,80}$", "u");
const pattern10 = new RegExp("^[A-Za-z0-9_][A-Za-z0-9._-]*$", "u");
const pattern11 = new RegExp("^[0-9a-f]{64}$", "u");
const schema63 = {"title":"PackReader","description":"A text pack's second model, which reads the characters of one line.","type":"object","required":["model","layout","characters","input"],"additionalProperties":false,"properties":{"model":{"description":"Path of the ONNX file.","type":"string"},"layout":{"description":"`ctc`: for each step along the line a score for each character and for none, as CRNN and SVTR answer.","enum":["ctc"]},"characters":{"description":"Path of a text file in UTF-8 with one character a line, in the order of the scores.","type":"string"},"blank":{"description":"Where the score of no character is: before the others (`first`, the default) or after them (`last`).","enum":["first","last"]},"space":{"description":"Whether the scores have a space after the characters of the file.","type":"boolean"},"activation":{"description":"What makes probabilities of scores; default `none`: they are probabilities.","enum":["none","softmax"]},"output":{"description":"Name of the output; absent where it has one.","type":"string"},"input":{"$ref":"#/$defs/PackInput"}}};
const schema64 = {"title":"PackInput","description":"How a picture becomes numbers: made as large as this, each channel `(value / 255 - mean) / deviation`.","type":"object","required":["width","height"],"additionalProperties":false,"properties":{"name":{"description":"Of the model's input; absent where it has one.","type":"string"},"width":{"description":"Pixels.","type":"integer","minimum":8,"maximum":4096},"height":{"description":"Pixels.","type":"integer","minimum":8,"maximum":4096},"resize":{"description":"`fit` (default): as it is shaped, centred, the rest filled with `padding`. `fit-corner`: the same, at the top left. `stretch`: both sides each by itself.","enum":["fit","fit-corner","stretch"]},"padding":{"description":"Of the rest, 0 to 255; default 114.","type":"number","minimum":0,"maximum":255},"layout":{"description":"Order of the axes; default `nchw`.","enum":["nchw","nhwc"]},"colours":{"description":"Order of the channels; default `rgb`.","enum":["rgb","bgr"]},"scale":{"description":"What a channel is divided by; default 255.","type":"number","exclusiveMinimum":0},"mean":{"$ref":"#/$defs/PackChannels"},"deviation":{"$ref":"#/$defs/PackChannels"}}};
const schema65 = {"title":"PackChannels","description":"A number for each channel, in the order of `colours`.","type":"array","minItems":3,"maxItems":3,"items":{"type":"number"},"tsType":"number[]"};

function validate37(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate37.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.width === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "width"},message:"must have required property '"+"width"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.height === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "height"},message:"must have required property '"+"height"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema64.properties, key0))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.name !== undefined){
if(typeof data.name !== "string"){
const err3 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.width !== undefined){
let data1 = data.width;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err4 = {instancePath:instancePath+"/width",schemaPath:"#/properties/width/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 4096 || isNaN(data1)){
const err5 = {instancePath:instancePath+"/width",schemaPath:"#/properties/width/maximum",keyword:"maximum",params:{comparison: "<=", limit: 4096},message:"must be <= 4096"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data1 < 8 || isNaN(data1)){
const err6 = {instancePath:instancePath+"/width",schemaPath:"#/properties/width/minimum",keyword:"minimum",params:{comparison: ">=", limit: 8},message:"must be >= 8"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
if(data.height !== undefined){
let data2 = data.height;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err7 = {instancePath:instancePath+"/height",schemaPath:"#/properties/height/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 4096 || isNaN(data2)){
const err8 = {instancePath:instancePath+"/height",schemaPath:"#/properties/height/maximum",keyword:"maximum",params:{comparison: "<=", limit: 4096},message:"must be <= 4096"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data2 < 8 || isNaN(data2)){
const err9 = {instancePath:instancePath+"/height",schemaPath:"#/properties/height/minimum",keyword:"minimum",params:{comparison: ">=", limit: 8},message:"must be >= 8"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
if(data.resize !== undefined){
let data3 = data.resize;
if(!(((data3 === "fit") || (data3 === "fit-corner")) || (data3 === "stretch"))){
const err10 = {instancePath:instancePath+"/resize",schemaPath:"#/properties/resize/enum",keyword:"enum",params:{allowedValues: schema64.properties.resize.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.padding !== undefined){
let data4 = data.padding;
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 255 || isNaN(data4)){
const err11 = {instancePath:instancePath+"/padding",schemaPath:"#/properties/padding/maximum",keyword:"maximum",params:{comparison: "<=", limit: 255},message:"must be <= 255"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data4 < 0 || isNaN(data4)){
const err12 = {instancePath:instancePath+"/padding",schemaPath:"#/properties/padding/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/padding",schemaPath:"#/properties/padding/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.layout !== undefined){
let data5 = data.layout;
if(!((data5 === "nchw") || (data5 === "nhwc"))){
const err14 = {instancePath:instancePath+"/layout",schemaPath:"#/properties/layout/enum",keyword:"enum",params:{allowedValues: schema64.properties.layout.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.colours !== undefined){
let data6 = data.colours;
if(!((data6 === "rgb") || (data6 === "bgr"))){
const err15 = {instancePath:instancePath+"/colours",schemaPath:"#/properties/colours/enum",keyword:"enum",params:{allowedValues: schema64.properties.colours.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.scale !== undefined){
let data7 = data.scale;
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 <= 0 || isNaN(data7)){
const err16 = {instancePath:instancePath+"/scale",schemaPath:"#/properties/scale/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/scale",schemaPath:"#/properties/scale/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.mean !== undefined){
let data8 = data.mean;
if(Array.isArray(data8)){
if(data8.length > 3){
const err18 = {instancePath:instancePath+"/mean",schemaPath:"#/$defs/PackChannels/maxItems",keyword:"maxItems",params:{limit: 3},message:"must NOT have more than 3 items"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data8.length < 3){
const err19 = {instancePath:instancePath+"/mean",schemaPath:"#/$defs/PackChannels/minItems",keyword:"minItems",params:{limit: 3},message:"must NOT have fewer than 3 items"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
const len0 = data8.length;
for(let i0=0; i0<len0; i0++){
let data9 = data8[i0];
if(!((typeof data9 == "number") && (isFinite(data9)))){
const err20 = {instancePath:instancePath+"/mean/" + i0,schemaPath:"#/$defs/PackChannels/items/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
else {
const err21 = {instancePath:instancePath+"/mean",schemaPath:"#/$defs/PackChannels/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.deviation !== undefined){
let data10 = data.deviation;
if(Array.isArray(data10)){
if(data10.length > 3){
const err22 = {instancePath:instancePath+"/deviation",schemaPath:"#/$defs/PackChannels/maxItems",keyword:"maxItems",params:{limit: 3},message:"must NOT have more than 3 items"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(data10.length < 3){
const err23 = {instancePath:instancePath+"/deviation",schemaPath:"#/$defs/PackChannels/minItems",keyword:"minItems",params:{limit: 3},message:"must NOT have fewer than 3 items"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
const len1 = data10.length;
for(let i1=0; i1<len1; i1++){
let data11 = data10[i1];
if(!((typeof data11 == "number") && (isFinite(data11)))){
const err24 = {instancePath:instancePath+"/deviation/" + i1,schemaPath:"#/$defs/PackChannels/items/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
else {
const err25 = {instancePath:instancePath+"/deviation",schemaPath:"#/$defs/PackChannels/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
}
else {
const err26 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
validate37.errors = vErrors;
return errors === 0;
}
validate37.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate36(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate36.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.model === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "model"},message:"must have required property '"+"model"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.layout === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "layout"},message:"must have required property '"+"layout"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.characters === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "characters"},message:"must have required property '"+"characters"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.input === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "input"},message:"must have required property '"+"input"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
for(const key0 in data){
if(!((((((((key0 === "model") || (key0 === "layout")) || (key0 === "characters")) || (key0 === "blank")) || (key0 === "space")) || (key0 === "activation")) || (key0 === "output")) || (key0 === "input"))){
const err4 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.model !== undefined){
if(typeof data.model !== "string"){
const err5 = {instancePath:instancePath+"/model",schemaPath:"#/properties/model/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.layout !== undefined){
if(!(data.layout === "ctc")){
const err6 = {instancePath:instancePath+"/layout",schemaPath:"#/properties/layout/enum",keyword:"enum",params:{allowedValues: schema63.properties.layout.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.characters !== undefined){
if(typeof data.characters !== "string"){
const err7 = {instancePath:instancePath+"/characters",schemaPath:"#/properties/characters/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.blank !== undefined){
let data3 = data.blank;
if(!((data3 === "first") || (data3 === "last"))){
const err8 = {instancePath:instancePath+"/blank",schemaPath:"#/properties/blank/enum",keyword:"enum",params:{allowedValues: schema63.properties.blank.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.space !== undefined){
if(typeof data.space !== "boolean"){
const err9 = {instancePath:instancePath+"/space",schemaPath:"#/properties/space/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.activation !== undefined){
let data5 = data.activation;
if(!((data5 === "none") || (data5 === "softmax"))){
const err10 = {instancePath:instancePath+"/activation",schemaPath:"#/properties/activation/enum",keyword:"enum",params:{allowedValues: schema63.properties.activation.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.output !== undefined){
if(typeof data.output !== "string"){
const err11 = {instancePath:instancePath+"/output",schemaPath:"#/properties/output/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.input !== undefined){
if(!(validate37(data.input, {instancePath:instancePath+"/input",parentData:data,parentDataProperty:"input",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate37.errors : vErrors.concat(validate37.errors);
errors = vErrors.length;
}
}
}
else {
const err12 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
validate36.errors = vErrors;
return errors === 0;
}
validate36.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema67 = {"title":"PackSearch","description":"How a tracker finds on the next picture what a template shows. Its template is given as `input`.","type":"object","required":["layout","input","scores","sizes","offsets"],"additionalProperties":false,"properties":{"layout":{"description":"`centre`: for each place of a grid how likely the middle of the object is there, the size of the object (0 to 1 of the searched part), and how far its middle is from the place (0 to 1 of a place), as VitTrack and OSTrack answer.","enum":["centre"]},"input":{"$ref":"#/$defs/PackInput"},"scores":{"description":"Name of the output with scores.","type":"string"},"sizes":{"description":"Name of the output with widths and heights.","type":"string"},"offsets":{"description":"Name of the output with offsets across and down.","type":"string"},"templateScale":{"description":"Side of the part that the template shows: the root of the object's area, times this; default 2.","type":"number","minimum":1,"maximum":16},"searchScale":{"description":"The same of the part that is searched; default 4.","type":"number","minimum":1,"maximum":32}}};

function validate40(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate40.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.layout === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "layout"},message:"must have required property '"+"layout"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.input === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "input"},message:"must have required property '"+"input"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.scores === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "scores"},message:"must have required property '"+"scores"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.sizes === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "sizes"},message:"must have required property '"+"sizes"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.offsets === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "offsets"},message:"must have required property '"+"offsets"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
for(const key0 in data){
if(!(((((((key0 === "layout") || (key0 === "input")) || (key0 === "scores")) || (key0 === "sizes")) || (key0 === "offsets")) || (key0 === "templateScale")) || (key0 === "searchScale"))){
const err5 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.layout !== undefined){
if(!(data.layout === "centre")){
const err6 = {instancePath:instancePath+"/layout",schemaPath:"#/properties/layout/enum",keyword:"enum",params:{allowedValues: schema67.properties.layout.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.input !== undefined){
if(!(validate37(data.input, {instancePath:instancePath+"/input",parentData:data,parentDataProperty:"input",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate37.errors : vErrors.concat(validate37.errors);
errors = vErrors.length;
}
}
if(data.scores !== undefined){
if(typeof data.scores !== "string"){
const err7 = {instancePath:instancePath+"/scores",schemaPath:"#/properties/scores/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.sizes !== undefined){
if(typeof data.sizes !== "string"){
const err8 = {instancePath:instancePath+"/sizes",schemaPath:"#/properties/sizes/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.offsets !== undefined){
if(typeof data.offsets !== "string"){
const err9 = {instancePath:instancePath+"/offsets",schemaPath:"#/properties/offsets/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.templateScale !== undefined){
let data5 = data.templateScale;
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 16 || isNaN(data5)){
const err10 = {instancePath:instancePath+"/templateScale",schemaPath:"#/properties/templateScale/maximum",keyword:"maximum",params:{comparison: "<=", limit: 16},message:"must be <= 16"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data5 < 1 || isNaN(data5)){
const err11 = {instancePath:instancePath+"/templateScale",schemaPath:"#/properties/templateScale/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/templateScale",schemaPath:"#/properties/templateScale/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.searchScale !== undefined){
let data6 = data.searchScale;
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 32 || isNaN(data6)){
const err13 = {instancePath:instancePath+"/searchScale",schemaPath:"#/properties/searchScale/maximum",keyword:"maximum",params:{comparison: "<=", limit: 32},message:"must be <= 32"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data6 < 1 || isNaN(data6)){
const err14 = {instancePath:instancePath+"/searchScale",schemaPath:"#/properties/searchScale/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/searchScale",schemaPath:"#/properties/searchScale/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
validate40.errors = vErrors;
return errors === 0;
}
validate40.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate35(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="https://wakeline.dev/schemas/model-pack.schema.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate35.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.format === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "format"},message:"must have required property '"+"format"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.version === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "version"},message:"must have required property '"+"version"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.kind === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "kind"},message:"must have required property '"+"kind"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.name === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.licence === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "licence"},message:"must have required property '"+"licence"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.files === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "files"},message:"must have required property '"+"files"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.model === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "model"},message:"must have required property '"+"model"+"'"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.input === undefined){
const err7 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "input"},message:"must have required property '"+"input"+"'"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema59.properties, key0))){
const err8 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.format !== undefined){
let data0 = data.format;
if(typeof data0 !== "string"){
const err9 = {instancePath:instancePath+"/format",schemaPath:"#/properties/format/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if("wakeline-model-pack" !== data0){
const err10 = {instancePath:instancePath+"/format",schemaPath:"#/properties/format/const",keyword:"const",params:{allowedValue: "wakeline-model-pack"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.version !== undefined){
let data1 = data.version;
if(!((typeof data1 == "number") && (isFinite(data1)))){
const err11 = {instancePath:instancePath+"/version",schemaPath:"#/properties/version/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(1 !== data1){
const err12 = {instancePath:instancePath+"/version",schemaPath:"#/properties/version/const",keyword:"const",params:{allowedValue: 1},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.kind !== undefined){
let data2 = data.kind;
if(!((((data2 === "detector") || (data2 === "segmenter")) || (data2 === "tracker")) || (data2 === "text"))){
const err13 = {instancePath:instancePath+"/kind",schemaPath:"#/properties/kind/enum",keyword:"enum",params:{allowedValues: schema59.properties.kind.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.name !== undefined){
let data3 = data.name;
if(typeof data3 === "string"){
if(!pattern9.test(data3)){
const err14 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/pattern",keyword:"pattern",params:{pattern: "^.{1,80}$"},message:"must match pattern \""+"^.{1,80}$"+"\""};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.description !== undefined){
if(typeof data.description !== "string"){
const err16 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.licence !== undefined){
let data5 = data.licence;
if(typeof data5 === "string"){
if(data5.length < 1){
const err17 = {instancePath:instancePath+"/licence",schemaPath:"#/properties/licence/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/licence",schemaPath:"#/properties/licence/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.source !== undefined){
if(typeof data.source !== "string"){
const err19 = {instancePath:instancePath+"/source",schemaPath:"#/properties/source/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.files !== undefined){
let data7 = data.files;
if(Array.isArray(data7)){
const len0 = data7.length;
for(let i0=0; i0<len0; i0++){
let data8 = data7[i0];
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
if(data8.path === undefined){
const err20 = {instancePath:instancePath+"/files/" + i0,schemaPath:"#/$defs/PackFile/required",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data8.sha256 === undefined){
const err21 = {instancePath:instancePath+"/files/" + i0,schemaPath:"#/$defs/PackFile/required",keyword:"required",params:{missingProperty: "sha256"},message:"must have required property '"+"sha256"+"'"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(data8.bytes === undefined){
const err22 = {instancePath:instancePath+"/files/" + i0,schemaPath:"#/$defs/PackFile/required",keyword:"required",params:{missingProperty: "bytes"},message:"must have required property '"+"bytes"+"'"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
for(const key1 in data8){
if(!(((key1 === "path") || (key1 === "sha256")) || (key1 === "bytes"))){
const err23 = {instancePath:instancePath+"/files/" + i0,schemaPath:"#/$defs/PackFile/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data8.path !== undefined){
let data9 = data8.path;
if(typeof data9 === "string"){
if(!pattern10.test(data9)){
const err24 = {instancePath:instancePath+"/files/" + i0+"/path",schemaPath:"#/$defs/PackFile/properties/path/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_][A-Za-z0-9._-]*$"},message:"must match pattern \""+"^[A-Za-z0-9_][A-Za-z0-9._-]*$"+"\""};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
else {
const err25 = {instancePath:instancePath+"/files/" + i0+"/path",schemaPath:"#/$defs/PackFile/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data8.sha256 !== undefined){
let data10 = data8.sha256;
if(typeof data10 === "string"){
if(!pattern11.test(data10)){
const err26 = {instancePath:instancePath+"/files/" + i0+"/sha256",schemaPath:"#/$defs/PackFile/properties/sha256/pattern",keyword:"pattern",params:{pattern: "^[0-9a-f]{64}$"},message:"must match pattern \""+"^[0-9a-f]{64}$"+"\""};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
else {
const err27 = {instancePath:instancePath+"/files/" + i0+"/sha256",schemaPath:"#/$defs/PackFile/properties/sha256/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data8.bytes !== undefined){
let data11 = data8.bytes;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
const err28 = {instancePath:instancePath+"/files/" + i0+"/bytes",schemaPath:"#/$defs/PackFile/properties/bytes/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 < 1 || isNaN(data11)){
const err29 = {instancePath:instancePath+"/files/" + i0+"/bytes",schemaPath:"#/$defs/PackFile/properties/bytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
}
}
else {
const err30 = {instancePath:instancePath+"/files/" + i0,schemaPath:"#/$defs/PackFile/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
}
else {
const err31 = {instancePath:instancePath+"/files",schemaPath:"#/properties/files/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data.model !== undefined){
if(typeof data.model !== "string"){
const err32 = {instancePath:instancePath+"/model",schemaPath:"#/properties/model/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data.decoder !== undefined){
let data13 = data.decoder;
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
if(data13.model === undefined){
const err33 = {instancePath:instancePath+"/decoder",schemaPath:"#/$defs/PackDecoder/required",keyword:"required",params:{missingProperty: "model"},message:"must have required property '"+"model"+"'"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
if(data13.layout === undefined){
const err34 = {instancePath:instancePath+"/decoder",schemaPath:"#/$defs/PackDecoder/required",keyword:"required",params:{missingProperty: "layout"},message:"must have required property '"+"layout"+"'"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
for(const key2 in data13){
if(!((((key2 === "model") || (key2 === "layout")) || (key2 === "embeddings")) || (key2 === "threshold"))){
const err35 = {instancePath:instancePath+"/decoder",schemaPath:"#/$defs/PackDecoder/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
if(data13.model !== undefined){
if(typeof data13.model !== "string"){
const err36 = {instancePath:instancePath+"/decoder/model",schemaPath:"#/$defs/PackDecoder/properties/model/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data13.layout !== undefined){
if(!(data13.layout === "sam")){
const err37 = {instancePath:instancePath+"/decoder/layout",schemaPath:"#/$defs/PackDecoder/properties/layout/enum",keyword:"enum",params:{allowedValues: schema61.properties.layout.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
if(data13.embeddings !== undefined){
if(typeof data13.embeddings !== "string"){
const err38 = {instancePath:instancePath+"/decoder/embeddings",schemaPath:"#/$defs/PackDecoder/properties/embeddings/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(data13.threshold !== undefined){
let data17 = data13.threshold;
if(!((typeof data17 == "number") && (isFinite(data17)))){
const err39 = {instancePath:instancePath+"/decoder/threshold",schemaPath:"#/$defs/PackDecoder/properties/threshold/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
}
else {
const err40 = {instancePath:instancePath+"/decoder",schemaPath:"#/$defs/PackDecoder/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(data.lines !== undefined){
let data18 = data.lines;
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
if(data18.layout === undefined){
const err41 = {instancePath:instancePath+"/lines",schemaPath:"#/$defs/PackLines/required",keyword:"required",params:{missingProperty: "layout"},message:"must have required property '"+"layout"+"'"};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
for(const key3 in data18){
if(!((((((key3 === "layout") || (key3 === "output")) || (key3 === "threshold")) || (key3 === "confidence")) || (key3 === "grow")) || (key3 === "multiple"))){
const err42 = {instancePath:instancePath+"/lines",schemaPath:"#/$defs/PackLines/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
if(data18.layout !== undefined){
if(!(data18.layout === "db")){
const err43 = {instancePath:instancePath+"/lines/layout",schemaPath:"#/$defs/PackLines/properties/layout/enum",keyword:"enum",params:{allowedValues: schema62.properties.layout.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
if(data18.output !== undefined){
if(typeof data18.output !== "string"){
const err44 = {instancePath:instancePath+"/lines/output",schemaPath:"#/$defs/PackLines/properties/output/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
if(data18.threshold !== undefined){
let data21 = data18.threshold;
if((typeof data21 == "number") && (isFinite(data21))){
if(data21 > 1 || isNaN(data21)){
const err45 = {instancePath:instancePath+"/lines/threshold",schemaPath:"#/$defs/PackLines/properties/threshold/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1},message:"must be <= 1"};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
if(data21 < 0 || isNaN(data21)){
const err46 = {instancePath:instancePath+"/lines/threshold",schemaPath:"#/$defs/PackLines/properties/threshold/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
else {
const err47 = {instancePath:instancePath+"/lines/threshold",schemaPath:"#/$defs/PackLines/properties/threshold/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
if(data18.confidence !== undefined){
let data22 = data18.confidence;
if((typeof data22 == "number") && (isFinite(data22))){
if(data22 > 1 || isNaN(data22)){
const err48 = {instancePath:instancePath+"/lines/confidence",schemaPath:"#/$defs/PackLines/properties/confidence/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1},message:"must be <= 1"};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
if(data22 < 0 || isNaN(data22)){
const err49 = {instancePath:instancePath+"/lines/confidence",schemaPath:"#/$defs/PackLines/properties/confidence/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
else {
const err50 = {instancePath:instancePath+"/lines/confidence",schemaPath:"#/$defs/PackLines/properties/confidence/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
if(data18.grow !== undefined){
let data23 = data18.grow;
if((typeof data23 == "number") && (isFinite(data23))){
if(data23 > 10 || isNaN(data23)){
const err51 = {instancePath:instancePath+"/lines/grow",schemaPath:"#/$defs/PackLines/properties/grow/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10},message:"must be <= 10"};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
if(data23 < 0 || isNaN(data23)){
const err52 = {instancePath:instancePath+"/lines/grow",schemaPath:"#/$defs/PackLines/properties/grow/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
else {
const err53 = {instancePath:instancePath+"/lines/grow",schemaPath:"#/$defs/PackLines/properties/grow/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
if(data18.multiple !== undefined){
let data24 = data18.multiple;
if(!(((typeof data24 == "number") && (!(data24 % 1) && !isNaN(data24))) && (isFinite(data24)))){
const err54 = {instancePath:instancePath+"/lines/multiple",schemaPath:"#/$defs/PackLines/properties/multiple/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
if((typeof data24 == "number") && (isFinite(data24))){
if(data24 > 256 || isNaN(data24)){
const err55 = {instancePath:instancePath+"/lines/multiple",schemaPath:"#/$defs/PackLines/properties/multiple/maximum",keyword:"maximum",params:{comparison: "<=", limit: 256},message:"must be <= 256"};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
if(data24 < 1 || isNaN(data24)){
const err56 = {instancePath:instancePath+"/lines/multiple",schemaPath:"#/$defs/PackLines/properties/multiple/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
}
}
else {
const err57 = {instancePath:instancePath+"/lines",schemaPath:"#/$defs/PackLines/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
if(data.reader !== undefined){
if(!(validate36(data.reader, {instancePath:instancePath+"/reader",parentData:data,parentDataProperty:"reader",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate36.errors : vErrors.concat(validate36.errors);
errors = vErrors.length;
}
}
if(data.search !== undefined){
if(!(validate40(data.search, {instancePath:instancePath+"/search",parentData:data,parentDataProperty:"search",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate40.errors : vErrors.concat(validate40.errors);
errors = vErrors.length;
}
}
if(data.input !== undefined){
if(!(validate37(data.input, {instancePath:instancePath+"/input",parentData:data,parentDataProperty:"input",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate37.errors : vErrors.concat(validate37.errors);
errors = vErrors.length;
}
}
if(data.output !== undefined){
let data28 = data.output;
if(data28 && typeof data28 == "object" && !Array.isArray(data28)){
if(data28.layout === undefined){
const err58 = {instancePath:instancePath+"/output",schemaPath:"#/$defs/PackOutput/required",keyword:"required",params:{missingProperty: "layout"},message:"must have required property '"+"layout"+"'"};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
for(const key4 in data28){
if(!((((((key4 === "layout") || (key4 === "boxes")) || (key4 === "scores")) || (key4 === "objectness")) || (key4 === "rows")) || (key4 === "activation"))){
const err59 = {instancePath:instancePath+"/output",schemaPath:"#/$defs/PackOutput/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
if(data28.layout !== undefined){
let data29 = data28.layout;
if(!(((data29 === "yolo") || (data29 === "yolo-end-to-end")) || (data29 === "detr"))){
const err60 = {instancePath:instancePath+"/output/layout",schemaPath:"#/$defs/PackOutput/properties/layout/enum",keyword:"enum",params:{allowedValues: schema68.properties.layout.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
if(data28.boxes !== undefined){
if(typeof data28.boxes !== "string"){
const err61 = {instancePath:instancePath+"/output/boxes",schemaPath:"#/$defs/PackOutput/properties/boxes/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
if(data28.scores !== undefined){
if(typeof data28.scores !== "string"){
const err62 = {instancePath:instancePath+"/output/scores",schemaPath:"#/$defs/PackOutput/properties/scores/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
if(data28.objectness !== undefined){
if(typeof data28.objectness !== "boolean"){
const err63 = {instancePath:instancePath+"/output/objectness",schemaPath:"#/$defs/PackOutput/properties/objectness/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
if(data28.rows !== undefined){
let data33 = data28.rows;
if(!((data33 === "last") || (data33 === "middle"))){
const err64 = {instancePath:instancePath+"/output/rows",schemaPath:"#/$defs/PackOutput/properties/rows/enum",keyword:"enum",params:{allowedValues: schema68.properties.rows.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
if(data28.activation !== undefined){
let data34 = data28.activation;
if(!(((data34 === "sigmoid") || (data34 === "softmax")) || (data34 === "none"))){
const err65 = {instancePath:instancePath+"/output/activation",schemaPath:"#/$defs/PackOutput/properties/activation/enum",keyword:"enum",params:{allowedValues: schema68.properties.activation.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
}
else {
const err66 = {instancePath:instancePath+"/output",schemaPath:"#/$defs/PackOutput/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
if(data.classes !== undefined){
let data35 = data.classes;
if(Array.isArray(data35)){
const len1 = data35.length;
for(let i1=0; i1<len1; i1++){
let data36 = data35[i1];
if(typeof data36 === "string"){
if(data36.length < 1){
const err67 = {instancePath:instancePath+"/classes/" + i1,schemaPath:"#/properties/classes/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
else {
const err68 = {instancePath:instancePath+"/classes/" + i1,schemaPath:"#/properties/classes/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
}
}
else {
const err69 = {instancePath:instancePath+"/classes",schemaPath:"#/properties/classes/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
}
if(data.confidence !== undefined){
let data37 = data.confidence;
if((typeof data37 == "number") && (isFinite(data37))){
if(data37 > 1 || isNaN(data37)){
const err70 = {instancePath:instancePath+"/confidence",schemaPath:"#/properties/confidence/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1},message:"must be <= 1"};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
if(data37 < 0 || isNaN(data37)){
const err71 = {instancePath:instancePath+"/confidence",schemaPath:"#/properties/confidence/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
else {
const err72 = {instancePath:instancePath+"/confidence",schemaPath:"#/properties/confidence/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
if(data.overlap !== undefined){
let data38 = data.overlap;
if((typeof data38 == "number") && (isFinite(data38))){
if(data38 > 1 || isNaN(data38)){
const err73 = {instancePath:instancePath+"/overlap",schemaPath:"#/properties/overlap/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1},message:"must be <= 1"};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
if(data38 < 0 || isNaN(data38)){
const err74 = {instancePath:instancePath+"/overlap",schemaPath:"#/properties/overlap/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
}
else {
const err75 = {instancePath:instancePath+"/overlap",schemaPath:"#/properties/overlap/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
}
}
else {
const err76 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
validate35.errors = vErrors;
return errors === 0;
}
validate35.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const projectConfiguration = validate44;
const schema69 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"https://wakeline.dev/schemas/project-configuration.schema.json","title":"ProjectConfiguration","description":"`wakeline.config.json`: how `wakeline validate` judges the annotation files of a project.","type":"object","additionalProperties":false,"properties":{"$schema":{"description":"The address of this schema, for editors.","type":"string"},"validate":{"title":"ValidateSettings","type":"object","additionalProperties":false,"properties":{"files":{"description":"What to check if the command line names no files: files, folders and globs, relative to this file.","type":"array","items":{"type":"string","minLength":1}},"all":{"description":"Like `--all`.","type":"boolean"},"strict":{"description":"Like `--strict`.","type":"boolean"},"types":{"description":"The allowed types; any other type is a finding.","type":"array","items":{"type":"string"}},"rules":{"$ref":"#/$defs/RuleLevels"},"overrides":{"description":"Rules for some of the files. If several match, the last one counts.","type":"array","items":{"title":"RuleOverride","type":"object","additionalProperties":false,"required":["files","rules"],"properties":{"files":{"description":"Globs, relative to this file.","type":"array","items":{"type":"string","minLength":1}},"rules":{"$ref":"#/$defs/RuleLevels"}}}},"baseline":{"description":"A file with known findings, which are not reported; relative to this file.","type":"string","minLength":1}}}},"$defs":{"RuleLevels":{"title":"RuleLevels","description":"By code of a problem, or by a pattern such as `csv-*`. `on` keeps the default severity.","type":"object","additionalProperties":{"title":"RuleLevel","enum":["off","on","warning","error"]}}}};
const schema70 = {"title":"RuleLevels","description":"By code of a problem, or by a pattern such as `csv-*`. `on` keeps the default severity.","type":"object","additionalProperties":{"title":"RuleLevel","enum":["off","on","warning","error"]}};

function validate44(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="https://wakeline.dev/schemas/project-configuration.schema.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate44.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((key0 === "$schema") || (key0 === "validate"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.$schema !== undefined){
if(typeof data.$schema !== "string"){
const err1 = {instancePath:instancePath+"/$schema",schemaPath:"#/properties/%24schema/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.validate !== undefined){
let data1 = data.validate;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
for(const key1 in data1){
if(!(((((((key1 === "files") || (key1 === "all")) || (key1 === "strict")) || (key1 === "types")) || (key1 === "rules")) || (key1 === "overrides")) || (key1 === "baseline"))){
const err2 = {instancePath:instancePath+"/validate",schemaPath:"#/properties/validate/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data1.files !== undefined){
let data2 = data1.files;
if(Array.isArray(data2)){
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
if(typeof data3 === "string"){
if(data3.length < 1){
const err3 = {instancePath:instancePath+"/validate/files/" + i0,schemaPath:"#/properties/validate/properties/files/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/validate/files/" + i0,schemaPath:"#/properties/validate/properties/files/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath:instancePath+"/validate/files",schemaPath:"#/properties/validate/properties/files/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data1.all !== undefined){
if(typeof data1.all !== "boolean"){
const err6 = {instancePath:instancePath+"/validate/all",schemaPath:"#/properties/validate/properties/all/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data1.strict !== undefined){
if(typeof data1.strict !== "boolean"){
const err7 = {instancePath:instancePath+"/validate/strict",schemaPath:"#/properties/validate/properties/strict/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data1.types !== undefined){
let data6 = data1.types;
if(Array.isArray(data6)){
const len1 = data6.length;
for(let i1=0; i1<len1; i1++){
if(typeof data6[i1] !== "string"){
const err8 = {instancePath:instancePath+"/validate/types/" + i1,schemaPath:"#/properties/validate/properties/types/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath:instancePath+"/validate/types",schemaPath:"#/properties/validate/properties/types/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data1.rules !== undefined){
let data8 = data1.rules;
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
for(const key2 in data8){
let data9 = data8[key2];
if(!((((data9 === "off") || (data9 === "on")) || (data9 === "warning")) || (data9 === "error"))){
const err10 = {instancePath:instancePath+"/validate/rules/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/RuleLevels/additionalProperties/enum",keyword:"enum",params:{allowedValues: schema70.additionalProperties.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath:instancePath+"/validate/rules",schemaPath:"#/$defs/RuleLevels/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data1.overrides !== undefined){
let data10 = data1.overrides;
if(Array.isArray(data10)){
const len2 = data10.length;
for(let i2=0; i2<len2; i2++){
let data11 = data10[i2];
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
if(data11.files === undefined){
const err12 = {instancePath:instancePath+"/validate/overrides/" + i2,schemaPath:"#/properties/validate/properties/overrides/items/required",keyword:"required",params:{missingProperty: "files"},message:"must have required property '"+"files"+"'"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data11.rules === undefined){
const err13 = {instancePath:instancePath+"/validate/overrides/" + i2,schemaPath:"#/properties/validate/properties/overrides/items/required",keyword:"required",params:{missingProperty: "rules"},message:"must have required property '"+"rules"+"'"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
for(const key3 in data11){
if(!((key3 === "files") || (key3 === "rules"))){
const err14 = {instancePath:instancePath+"/validate/overrides/" + i2,schemaPath:"#/properties/validate/properties/overrides/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data11.files !== undefined){
let data12 = data11.files;
if(Array.isArray(data12)){
const len3 = data12.length;
for(let i3=0; i3<len3; i3++){
let data13 = data12[i3];
if(typeof data13 === "string"){
if(data13.length < 1){
const err15 = {instancePath:instancePath+"/validate/overrides/" + i2+"/files/" + i3,schemaPath:"#/properties/validate/properties/overrides/items/properties/files/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/validate/overrides/" + i2+"/files/" + i3,schemaPath:"#/properties/validate/properties/overrides/items/properties/files/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
else {
const err17 = {instancePath:instancePath+"/validate/overrides/" + i2+"/files",schemaPath:"#/properties/validate/properties/overrides/items/properties/files/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data11.rules !== undefined){
let data14 = data11.rules;
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
for(const key4 in data14){
let data15 = data14[key4];
if(!((((data15 === "off") || (data15 === "on")) || (data15 === "warning")) || (data15 === "error"))){
const err18 = {instancePath:instancePath+"/validate/overrides/" + i2+"/rules/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/RuleLevels/additionalProperties/enum",keyword:"enum",params:{allowedValues: schema70.additionalProperties.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
else {
const err19 = {instancePath:instancePath+"/validate/overrides/" + i2+"/rules",schemaPath:"#/$defs/RuleLevels/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
}
else {
const err20 = {instancePath:instancePath+"/validate/overrides/" + i2,schemaPath:"#/properties/validate/properties/overrides/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
else {
const err21 = {instancePath:instancePath+"/validate/overrides",schemaPath:"#/properties/validate/properties/overrides/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data1.baseline !== undefined){
let data16 = data1.baseline;
if(typeof data16 === "string"){
if(data16.length < 1){
const err22 = {instancePath:instancePath+"/validate/baseline",schemaPath:"#/properties/validate/properties/baseline/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
else {
const err23 = {instancePath:instancePath+"/validate/baseline",schemaPath:"#/properties/validate/properties/baseline/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
else {
const err24 = {instancePath:instancePath+"/validate",schemaPath:"#/properties/validate/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
else {
const err25 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
validate44.errors = vErrors;
return errors === 0;
}
validate44.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const releaseManifest = validate45;
const schema72 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"https://wakeline.dev/schemas/release-manifest.schema.json","title":"ReleaseManifest","description":"Describes media and annotations, as written by `wakeline release create`, so that a copy can be compared with them.","type":"object","required":["version","created","media","annotations"],"properties":{"$schema":{"description":"The address of this schema, for editors.","type":"string"},"version":{"const":1},"name":{"description":"The display name of the release.","type":"string"},"created":{"description":"When it was created, ISO 8601.","type":"string"},"media":{"type":"array","items":{"$ref":"#/$defs/ReleasedMedia"}},"annotations":{"type":"array","items":{"$ref":"#/$defs/ReleasedAnnotations"}}},"$defs":{"ReleasedMedia":{"title":"ReleasedMedia","description":"A video, or a folder of pictures. The lists have one entry per frame.","type":"object","required":["path","kind","content","looks"],"properties":{"path":{"description":"Relative to the manifest, with `/` between the parts.","type":"string"},"origin":{"description":"Of a dataset on a server: server, dataset.","type":"object"},"kind":{"enum":["video","pictures"]},"bytes":{"description":"Size of the file; absent for a folder.","type":"integer","minimum":0},"sha256":{"description":"Hash of the file; absent for a folder.","type":"string","pattern":"^[0-9a-f]{64}$"},"width":{"description":"Width of the first picture in pixels, as stored.","type":"integer","minimum":1},"height":{"type":"integer","minimum":1},"turned":{"description":"Degrees by which players turn the pictures of the video, clockwise; absent: 0.","enum":[90,180,270]},"seconds":{"description":"When each frame is shown; absent for a folder.","type":"array","items":{"type":"number"}},"names":{"description":"Files of a folder in the order of frames.","type":"array","items":{"type":"string"}},"content":{"description":"MD5 of each decoded picture; empty where it could not be decoded.","type":"array","items":{"type":"string","pattern":"^([0-9a-f]{32})?$"}},"looks":{"description":"Perceptual hash of each picture, 64 bits.","type":"array","items":{"type":"string","pattern":"^([0-9a-f]{16})?$"}}}},"ReleasedAnnotations":{"title":"ReleasedAnnotations","description":"A file of annotations. Hashes are of its content, independent of the format and the order of rows.","type":"object","required":["path","bytes","sha256","format","counts","columns","schema","ledger","tracks","groups"],"properties":{"path":{"description":"Relative to the manifest, with `/` between the parts.","type":"string"},"origin":{"description":"Of a dataset on a server: server, dataset, set (`null`: the default one), revision.","type":"object"},"bytes":{"type":"integer","minimum":0},"sha256":{"description":"Hash of the file.","type":"string","pattern":"^[0-9a-f]{64}$"},"format":{"type":"string"},"counts":{"title":"ReleasedCounts","type":"object","required":["tracks","detections","groups"],"properties":{"tracks":{"type":"integer","minimum":0},"detections":{"type":"integer","minimum":0},"groups":{"type":"integer","minimum":0}}},"columns":{"description":"SHA-256 of each column over all tracks and groups: `detection.bounds`, `track.confidencePairs`.","type":"object","additionalProperties":{"type":"string","pattern":"^[0-9a-f]{64}$"}},"schema":{"title":"ReleasedSchema","type":"object","required":["types","attributes"],"properties":{"types":{"type":"array","items":{"type":"string"}},"attributes":{"description":"Kind of value by `track_NAME` or `detection_NAME`.","type":"object","additionalProperties":{"type":"string"}}}},"ledger":{"title":"ReleasedLedger","description":"What the release leaves out of the file.","type":"object","required":["skipped","problems"],"properties":{"skipped":{"description":"Broken rows or tracks.","type":"integer","minimum":0},"problems":{"description":"Number by code.","type":"object","additionalProperties":{"type":"integer","minimum":1}}}},"tracks":{"description":"Short hashes of each track by column, by id.","type":"object","additionalProperties":{"$ref":"#/$defs/ColumnHashes"}},"groups":{"description":"Short hashes of each group by column, by id.","type":"object","additionalProperties":{"$ref":"#/$defs/ColumnHashes"}}}},"ColumnHashes":{"title":"ColumnHashes","description":"The first 12 digits of the SHA-256 of each column.","type":"object","additionalProperties":{"type":"string","pattern":"^[0-9a-f]{12}$"}}}};
const schema73 = {"title":"ReleasedMedia","description":"A video, or a folder of pictures. The lists have one entry per frame.","type":"object","required":["path","kind","content","looks"],"properties":{"path":{"description":"Relative to the manifest, with `/` between the parts.","type":"string"},"origin":{"description":"Of a dataset on a server: server, dataset.","type":"object"},"kind":{"enum":["video","pictures"]},"bytes":{"description":"Size of the file; absent for a folder.","type":"integer","minimum":0},"sha256":{"description":"Hash of the file; absent for a folder.","type":"string","pattern":"^[0-9a-f]{64}$"},"width":{"description":"Width of the first picture in pixels, as stored.","type":"integer","minimum":1},"height":{"type":"integer","minimum":1},"turned":{"description":"Degrees by which players turn the pictures of the video, clockwise; absent: 0.","enum":[90,180,270]},"seconds":{"description":"When each frame is shown; absent for a folder.","type":"array","items":{"type":"number"}},"names":{"description":"Files of a folder in the order of frames.","type":"array","items":{"type":"string"}},"content":{"description":"MD5 of each decoded picture; empty where it could not be decoded.","type":"array","items":{"type":"string","pattern":"^([0-9a-f]{32})?$"}},"looks":{"description":"Perceptual hash of each picture, 64 bits.","type":"array","items":{"type":"string","pattern":"^([0-9a-f]{16})?$"}}}};
const pattern13 = new RegExp("^([0-9a-f]{32})?$", "u");
const pattern14 = new RegExp("^([0-9a-f]{16})?$", "u");
const schema74 = {"title":"ReleasedAnnotations","description":"A file of annotations. Hashes are of its content, independent of the format and the order of rows.","type":"object","required":["path","bytes","sha256","format","counts","columns","schema","ledger","tracks","groups"],"properties":{"path":{"description":"Relative to the manifest, with `/` between the parts.","type":"string"},"origin":{"description":"Of a dataset on a server: server, dataset, set (`null`: the default one), revision.","type":"object"},"bytes":{"type":"integer","minimum":0},"sha256":{"description":"Hash of the file.","type":"string","pattern":"^[0-9a-f]{64}$"},"format":{"type":"string"},"counts":{"title":"ReleasedCounts","type":"object","required":["tracks","detections","groups"],"properties":{"tracks":{"type":"integer","minimum":0},"detections":{"type":"integer","minimum":0},"groups":{"type":"integer","minimum":0}}},"columns":{"description":"SHA-256 of each column over all tracks and groups: `detection.bounds`, `track.confidencePairs`.","type":"object","additionalProperties":{"type":"string","pattern":"^[0-9a-f]{64}$"}},"schema":{"title":"ReleasedSchema","type":"object","required":["types","attributes"],"properties":{"types":{"type":"array","items":{"type":"string"}},"attributes":{"description":"Kind of value by `track_NAME` or `detection_NAME`.","type":"object","additionalProperties":{"type":"string"}}}},"ledger":{"title":"ReleasedLedger","description":"What the release leaves out of the file.","type":"object","required":["skipped","problems"],"properties":{"skipped":{"description":"Broken rows or tracks.","type":"integer","minimum":0},"problems":{"description":"Number by code.","type":"object","additionalProperties":{"type":"integer","minimum":1}}}},"tracks":{"description":"Short hashes of each track by column, by id.","type":"object","additionalProperties":{"$ref":"#/$defs/ColumnHashes"}},"groups":{"description":"Short hashes of each group by column, by id.","type":"object","additionalProperties":{"$ref":"#/$defs/ColumnHashes"}}}};
const schema75 = {"title":"ColumnHashes","description":"The first 12 digits of the SHA-256 of each column.","type":"object","additionalProperties":{"type":"string","pattern":"^[0-9a-f]{12}$"}};
const pattern17 = new RegExp("^[0-9a-f]{12}$", "u");

function validate46(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate46.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.path === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.bytes === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "bytes"},message:"must have required property '"+"bytes"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.sha256 === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "sha256"},message:"must have required property '"+"sha256"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.format === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "format"},message:"must have required property '"+"format"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.counts === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "counts"},message:"must have required property '"+"counts"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.columns === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "columns"},message:"must have required property '"+"columns"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.schema === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "schema"},message:"must have required property '"+"schema"+"'"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.ledger === undefined){
const err7 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "ledger"},message:"must have required property '"+"ledger"+"'"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data.tracks === undefined){
const err8 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "tracks"},message:"must have required property '"+"tracks"+"'"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data.groups === undefined){
const err9 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "groups"},message:"must have required property '"+"groups"+"'"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data.path !== undefined){
if(typeof data.path !== "string"){
const err10 = {instancePath:instancePath+"/path",schemaPath:"#/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.origin !== undefined){
let data1 = data.origin;
if(!(data1 && typeof data1 == "object" && !Array.isArray(data1))){
const err11 = {instancePath:instancePath+"/origin",schemaPath:"#/properties/origin/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.bytes !== undefined){
let data2 = data.bytes;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err12 = {instancePath:instancePath+"/bytes",schemaPath:"#/properties/bytes/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 < 0 || isNaN(data2)){
const err13 = {instancePath:instancePath+"/bytes",schemaPath:"#/properties/bytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
if(data.sha256 !== undefined){
let data3 = data.sha256;
if(typeof data3 === "string"){
if(!pattern11.test(data3)){
const err14 = {instancePath:instancePath+"/sha256",schemaPath:"#/properties/sha256/pattern",keyword:"pattern",params:{pattern: "^[0-9a-f]{64}$"},message:"must match pattern \""+"^[0-9a-f]{64}$"+"\""};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/sha256",schemaPath:"#/properties/sha256/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.format !== undefined){
if(typeof data.format !== "string"){
const err16 = {instancePath:instancePath+"/format",schemaPath:"#/properties/format/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.counts !== undefined){
let data5 = data.counts;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(data5.tracks === undefined){
const err17 = {instancePath:instancePath+"/counts",schemaPath:"#/properties/counts/required",keyword:"required",params:{missingProperty: "tracks"},message:"must have required property '"+"tracks"+"'"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data5.detections === undefined){
const err18 = {instancePath:instancePath+"/counts",schemaPath:"#/properties/counts/required",keyword:"required",params:{missingProperty: "detections"},message:"must have required property '"+"detections"+"'"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data5.groups === undefined){
const err19 = {instancePath:instancePath+"/counts",schemaPath:"#/properties/counts/required",keyword:"required",params:{missingProperty: "groups"},message:"must have required property '"+"groups"+"'"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(data5.tracks !== undefined){
let data6 = data5.tracks;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
const err20 = {instancePath:instancePath+"/counts/tracks",schemaPath:"#/properties/counts/properties/tracks/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 < 0 || isNaN(data6)){
const err21 = {instancePath:instancePath+"/counts/tracks",schemaPath:"#/properties/counts/properties/tracks/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
}
if(data5.detections !== undefined){
let data7 = data5.detections;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
const err22 = {instancePath:instancePath+"/counts/detections",schemaPath:"#/properties/counts/properties/detections/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 < 0 || isNaN(data7)){
const err23 = {instancePath:instancePath+"/counts/detections",schemaPath:"#/properties/counts/properties/detections/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
if(data5.groups !== undefined){
let data8 = data5.groups;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
const err24 = {instancePath:instancePath+"/counts/groups",schemaPath:"#/properties/counts/properties/groups/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 < 0 || isNaN(data8)){
const err25 = {instancePath:instancePath+"/counts/groups",schemaPath:"#/properties/counts/properties/groups/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
}
}
else {
const err26 = {instancePath:instancePath+"/counts",schemaPath:"#/properties/counts/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data.columns !== undefined){
let data9 = data.columns;
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
for(const key0 in data9){
let data10 = data9[key0];
if(typeof data10 === "string"){
if(!pattern11.test(data10)){
const err27 = {instancePath:instancePath+"/columns/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/columns/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[0-9a-f]{64}$"},message:"must match pattern \""+"^[0-9a-f]{64}$"+"\""};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
else {
const err28 = {instancePath:instancePath+"/columns/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/columns/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
}
else {
const err29 = {instancePath:instancePath+"/columns",schemaPath:"#/properties/columns/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data.schema !== undefined){
let data11 = data.schema;
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
if(data11.types === undefined){
const err30 = {instancePath:instancePath+"/schema",schemaPath:"#/properties/schema/required",keyword:"required",params:{missingProperty: "types"},message:"must have required property '"+"types"+"'"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
if(data11.attributes === undefined){
const err31 = {instancePath:instancePath+"/schema",schemaPath:"#/properties/schema/required",keyword:"required",params:{missingProperty: "attributes"},message:"must have required property '"+"attributes"+"'"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if(data11.types !== undefined){
let data12 = data11.types;
if(Array.isArray(data12)){
const len0 = data12.length;
for(let i0=0; i0<len0; i0++){
if(typeof data12[i0] !== "string"){
const err32 = {instancePath:instancePath+"/schema/types/" + i0,schemaPath:"#/properties/schema/properties/types/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
}
else {
const err33 = {instancePath:instancePath+"/schema/types",schemaPath:"#/properties/schema/properties/types/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
if(data11.attributes !== undefined){
let data14 = data11.attributes;
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
for(const key1 in data14){
if(typeof data14[key1] !== "string"){
const err34 = {instancePath:instancePath+"/schema/attributes/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/schema/properties/attributes/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
}
else {
const err35 = {instancePath:instancePath+"/schema/attributes",schemaPath:"#/properties/schema/properties/attributes/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
}
else {
const err36 = {instancePath:instancePath+"/schema",schemaPath:"#/properties/schema/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data.ledger !== undefined){
let data16 = data.ledger;
if(data16 && typeof data16 == "object" && !Array.isArray(data16)){
if(data16.skipped === undefined){
const err37 = {instancePath:instancePath+"/ledger",schemaPath:"#/properties/ledger/required",keyword:"required",params:{missingProperty: "skipped"},message:"must have required property '"+"skipped"+"'"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
if(data16.problems === undefined){
const err38 = {instancePath:instancePath+"/ledger",schemaPath:"#/properties/ledger/required",keyword:"required",params:{missingProperty: "problems"},message:"must have required property '"+"problems"+"'"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
if(data16.skipped !== undefined){
let data17 = data16.skipped;
if(!(((typeof data17 == "number") && (!(data17 % 1) && !isNaN(data17))) && (isFinite(data17)))){
const err39 = {instancePath:instancePath+"/ledger/skipped",schemaPath:"#/properties/ledger/properties/skipped/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
if((typeof data17 == "number") && (isFinite(data17))){
if(data17 < 0 || isNaN(data17)){
const err40 = {instancePath:instancePath+"/ledger/skipped",schemaPath:"#/properties/ledger/properties/skipped/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
}
if(data16.problems !== undefined){
let data18 = data16.problems;
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
for(const key2 in data18){
let data19 = data18[key2];
if(!(((typeof data19 == "number") && (!(data19 % 1) && !isNaN(data19))) && (isFinite(data19)))){
const err41 = {instancePath:instancePath+"/ledger/problems/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/ledger/properties/problems/additionalProperties/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
if((typeof data19 == "number") && (isFinite(data19))){
if(data19 < 1 || isNaN(data19)){
const err42 = {instancePath:instancePath+"/ledger/problems/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/ledger/properties/problems/additionalProperties/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
}
}
else {
const err43 = {instancePath:instancePath+"/ledger/problems",schemaPath:"#/properties/ledger/properties/problems/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
}
else {
const err44 = {instancePath:instancePath+"/ledger",schemaPath:"#/properties/ledger/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
if(data.tracks !== undefined){
let data20 = data.tracks;
if(data20 && typeof data20 == "object" && !Array.isArray(data20)){
for(const key3 in data20){
let data21 = data20[key3];
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
for(const key4 in data21){
let data22 = data21[key4];
if(typeof data22 === "string"){
if(!pattern17.test(data22)){
const err45 = {instancePath:instancePath+"/tracks/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/ColumnHashes/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[0-9a-f]{12}$"},message:"must match pattern \""+"^[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
else {
const err46 = {instancePath:instancePath+"/tracks/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/ColumnHashes/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
}
else {
const err47 = {instancePath:instancePath+"/tracks/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/ColumnHashes/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
}
else {
const err48 = {instancePath:instancePath+"/tracks",schemaPath:"#/properties/tracks/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
if(data.groups !== undefined){
let data23 = data.groups;
if(data23 && typeof data23 == "object" && !Array.isArray(data23)){
for(const key5 in data23){
let data24 = data23[key5];
if(data24 && typeof data24 == "object" && !Array.isArray(data24)){
for(const key6 in data24){
let data25 = data24[key6];
if(typeof data25 === "string"){
if(!pattern17.test(data25)){
const err49 = {instancePath:instancePath+"/groups/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/ColumnHashes/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[0-9a-f]{12}$"},message:"must match pattern \""+"^[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
else {
const err50 = {instancePath:instancePath+"/groups/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/ColumnHashes/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
}
else {
const err51 = {instancePath:instancePath+"/groups/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/ColumnHashes/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
}
else {
const err52 = {instancePath:instancePath+"/groups",schemaPath:"#/properties/groups/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
}
else {
const err53 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
validate46.errors = vErrors;
return errors === 0;
}
validate46.evaluated = {"props":{"path":true,"origin":true,"bytes":true,"sha256":true,"format":true,"counts":true,"columns":true,"schema":true,"ledger":true,"tracks":true,"groups":true},"dynamicProps":false,"dynamicItems":false};


function validate45(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="https://wakeline.dev/schemas/release-manifest.schema.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate45.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.version === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "version"},message:"must have required property '"+"version"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.created === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "created"},message:"must have required property '"+"created"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.media === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "media"},message:"must have required property '"+"media"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.annotations === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "annotations"},message:"must have required property '"+"annotations"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.$schema !== undefined){
if(typeof data.$schema !== "string"){
const err4 = {instancePath:instancePath+"/$schema",schemaPath:"#/properties/%24schema/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.version !== undefined){
if(1 !== data.version){
const err5 = {instancePath:instancePath+"/version",schemaPath:"#/properties/version/const",keyword:"const",params:{allowedValue: 1},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.name !== undefined){
if(typeof data.name !== "string"){
const err6 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.created !== undefined){
if(typeof data.created !== "string"){
const err7 = {instancePath:instancePath+"/created",schemaPath:"#/properties/created/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.media !== undefined){
let data4 = data.media;
if(Array.isArray(data4)){
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
let data5 = data4[i0];
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(data5.path === undefined){
const err8 = {instancePath:instancePath+"/media/" + i0,schemaPath:"#/$defs/ReleasedMedia/required",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data5.kind === undefined){
const err9 = {instancePath:instancePath+"/media/" + i0,schemaPath:"#/$defs/ReleasedMedia/required",keyword:"required",params:{missingProperty: "kind"},message:"must have required property '"+"kind"+"'"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data5.content === undefined){
const err10 = {instancePath:instancePath+"/media/" + i0,schemaPath:"#/$defs/ReleasedMedia/required",keyword:"required",params:{missingProperty: "content"},message:"must have required property '"+"content"+"'"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data5.looks === undefined){
const err11 = {instancePath:instancePath+"/media/" + i0,schemaPath:"#/$defs/ReleasedMedia/required",keyword:"required",params:{missingProperty: "looks"},message:"must have required property '"+"looks"+"'"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data5.path !== undefined){
if(typeof data5.path !== "string"){
const err12 = {instancePath:instancePath+"/media/" + i0+"/path",schemaPath:"#/$defs/ReleasedMedia/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data5.origin !== undefined){
let data7 = data5.origin;
if(!(data7 && typeof data7 == "object" && !Array.isArray(data7))){
const err13 = {instancePath:instancePath+"/media/" + i0+"/origin",schemaPath:"#/$defs/ReleasedMedia/properties/origin/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data5.kind !== undefined){
let data8 = data5.kind;
if(!((data8 === "video") || (data8 === "pictures"))){
const err14 = {instancePath:instancePath+"/media/" + i0+"/kind",schemaPath:"#/$defs/ReleasedMedia/properties/kind/enum",keyword:"enum",params:{allowedValues: schema73.properties.kind.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data5.bytes !== undefined){
let data9 = data5.bytes;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
const err15 = {instancePath:instancePath+"/media/" + i0+"/bytes",schemaPath:"#/$defs/ReleasedMedia/properties/bytes/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 < 0 || isNaN(data9)){
const err16 = {instancePath:instancePath+"/media/" + i0+"/bytes",schemaPath:"#/$defs/ReleasedMedia/properties/bytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
if(data5.sha256 !== undefined){
let data10 = data5.sha256;
if(typeof data10 === "string"){
if(!pattern11.test(data10)){
const err17 = {instancePath:instancePath+"/media/" + i0+"/sha256",schemaPath:"#/$defs/ReleasedMedia/properties/sha256/pattern",keyword:"pattern",params:{pattern: "^[0-9a-f]{64}$"},message:"must match pattern \""+"^[0-9a-f]{64}$"+"\""};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/media/" + i0+"/sha256",schemaPath:"#/$defs/ReleasedMedia/properties/sha256/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data5.width !== undefined){
let data11 = data5.width;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
const err19 = {instancePath:instancePath+"/media/" + i0+"/width",schemaPath:"#/$defs/ReleasedMedia/properties/width/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 < 1 || isNaN(data11)){
const err20 = {instancePath:instancePath+"/media/" + i0+"/width",schemaPath:"#/$defs/ReleasedMedia/properties/width/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
if(data5.height !== undefined){
let data12 = data5.height;
if(!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))){
const err21 = {instancePath:instancePath+"/media/" + i0+"/height",schemaPath:"#/$defs/ReleasedMedia/properties/height/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 < 1 || isNaN(data12)){
const err22 = {instancePath:instancePath+"/media/" + i0+"/height",schemaPath:"#/$defs/ReleasedMedia/properties/height/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
if(data5.turned !== undefined){
let data13 = data5.turned;
if(!(((data13 === 90) || (data13 === 180)) || (data13 === 270))){
const err23 = {instancePath:instancePath+"/media/" + i0+"/turned",schemaPath:"#/$defs/ReleasedMedia/properties/turned/enum",keyword:"enum",params:{allowedValues: schema73.properties.turned.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data5.seconds !== undefined){
let data14 = data5.seconds;
if(Array.isArray(data14)){
const len1 = data14.length;
for(let i1=0; i1<len1; i1++){
let data15 = data14[i1];
if(!((typeof data15 == "number") && (isFinite(data15)))){
const err24 = {instancePath:instancePath+"/media/" + i0+"/seconds/" + i1,schemaPath:"#/$defs/ReleasedMedia/properties/seconds/items/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
else {
const err25 = {instancePath:instancePath+"/media/" + i0+"/seconds",schemaPath:"#/$defs/ReleasedMedia/properties/seconds/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data5.names !== undefined){
let data16 = data5.names;
if(Array.isArray(data16)){
const len2 = data16.length;
for(let i2=0; i2<len2; i2++){
if(typeof data16[i2] !== "string"){
const err26 = {instancePath:instancePath+"/media/" + i0+"/names/" + i2,schemaPath:"#/$defs/ReleasedMedia/properties/names/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
}
else {
const err27 = {instancePath:instancePath+"/media/" + i0+"/names",schemaPath:"#/$defs/ReleasedMedia/properties/names/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data5.content !== undefined){
let data18 = data5.content;
if(Array.isArray(data18)){
const len3 = data18.length;
for(let i3=0; i3<len3; i3++){
let data19 = data18[i3];
if(typeof data19 === "string"){
if(!pattern13.test(data19)){
const err28 = {instancePath:instancePath+"/media/" + i0+"/content/" + i3,schemaPath:"#/$defs/ReleasedMedia/properties/content/items/pattern",keyword:"pattern",params:{pattern: "^([0-9a-f]{32})?$"},message:"must match pattern \""+"^([0-9a-f]{32})?$"+"\""};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
else {
const err29 = {instancePath:instancePath+"/media/" + i0+"/content/" + i3,schemaPath:"#/$defs/ReleasedMedia/properties/content/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
}
else {
const err30 = {instancePath:instancePath+"/media/" + i0+"/content",schemaPath:"#/$defs/ReleasedMedia/properties/content/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data5.looks !== undefined){
let data20 = data5.looks;
if(Array.isArray(data20)){
const len4 = data20.length;
for(let i4=0; i4<len4; i4++){
let data21 = data20[i4];
if(typeof data21 === "string"){
if(!pattern14.test(data21)){
const err31 = {instancePath:instancePath+"/media/" + i0+"/looks/" + i4,schemaPath:"#/$defs/ReleasedMedia/properties/looks/items/pattern",keyword:"pattern",params:{pattern: "^([0-9a-f]{16})?$"},message:"must match pattern \""+"^([0-9a-f]{16})?$"+"\""};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
else {
const err32 = {instancePath:instancePath+"/media/" + i0+"/looks/" + i4,schemaPath:"#/$defs/ReleasedMedia/properties/looks/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
}
else {
const err33 = {instancePath:instancePath+"/media/" + i0+"/looks",schemaPath:"#/$defs/ReleasedMedia/properties/looks/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
}
else {
const err34 = {instancePath:instancePath+"/media/" + i0,schemaPath:"#/$defs/ReleasedMedia/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
}
else {
const err35 = {instancePath:instancePath+"/media",schemaPath:"#/properties/media/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
if(data.annotations !== undefined){
let data22 = data.annotations;
if(Array.isArray(data22)){
const len5 = data22.length;
for(let i5=0; i5<len5; i5++){
if(!(validate46(data22[i5], {instancePath:instancePath+"/annotations/" + i5,parentData:data22,parentDataProperty:i5,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate46.errors : vErrors.concat(validate46.errors);
errors = vErrors.length;
}
}
}
else {
const err36 = {instancePath:instancePath+"/annotations",schemaPath:"#/properties/annotations/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
}
else {
const err37 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
validate45.errors = vErrors;
return errors === 0;
}
validate45.evaluated = {"props":{"$schema":true,"version":true,"name":true,"created":true,"media":true,"annotations":true},"dynamicProps":false,"dynamicItems":false};

export const stereoCalibration = validate48;
const schema77 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"https://wakeline.dev/schemas/stereo-calibration.schema.json","title":"StereoCalibration","description":"A pair of cameras: the optics of each, and the position of the right one relative to the left one.","type":"object","required":["R","T","calibrations"],"properties":{"R":{"description":"Rotation, 3 by 3.","type":"array","tsType":"unknown[]"},"T":{"description":"Translation, in the unit of the squares.","type":"array","tsType":"unknown[]"},"calibrations":{"title":"CameraCalibrations","type":"object","required":["left","right"],"properties":{"left":{"$ref":"#/$defs/CameraCalibration"},"right":{"$ref":"#/$defs/CameraCalibration"}}},"imageWidth":{"description":"Pixels.","type":"number"},"imageHeight":{"description":"Pixels.","type":"number"},"gridWidth":{"description":"Corners of the pattern.","type":"number"},"gridHeight":{"description":"Corners of the pattern.","type":"number"},"squareSize":{"description":"Of the pattern, millimetres.","type":"number"},"rmsErrorStereo":{"description":"Pixels.","type":"number"}},"$defs":{"CameraCalibration":{"title":"CameraCalibration","description":"Focal lengths and centre in pixels, coefficients of the lens distortion.","type":"object","required":["fx","fy","cx","cy"],"properties":{"fx":{"type":"number"},"fy":{"type":"number"},"cx":{"type":"number"},"cy":{"type":"number"},"k1":{"type":"number"},"k2":{"type":"number"},"k3":{"type":"number"},"p1":{"type":"number"},"p2":{"type":"number"},"rmsError":{"description":"Pixels.","type":"number"}}}}};
const schema78 = {"title":"CameraCalibration","description":"Focal lengths and centre in pixels, coefficients of the lens distortion.","type":"object","required":["fx","fy","cx","cy"],"properties":{"fx":{"type":"number"},"fy":{"type":"number"},"cx":{"type":"number"},"cy":{"type":"number"},"k1":{"type":"number"},"k2":{"type":"number"},"k3":{"type":"number"},"p1":{"type":"number"},"p2":{"type":"number"},"rmsError":{"description":"Pixels.","type":"number"}}};

function validate48(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="https://wakeline.dev/schemas/stereo-calibration.schema.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate48.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.R === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "R"},message:"must have required property '"+"R"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.T === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "T"},message:"must have required property '"+"T"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.calibrations === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "calibrations"},message:"must have required property '"+"calibrations"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.R !== undefined){
if(!(Array.isArray(data.R))){
const err3 = {instancePath:instancePath+"/R",schemaPath:"#/properties/R/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.T !== undefined){
if(!(Array.isArray(data.T))){
const err4 = {instancePath:instancePath+"/T",schemaPath:"#/properties/T/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.calibrations !== undefined){
let data2 = data.calibrations;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.left === undefined){
const err5 = {instancePath:instancePath+"/calibrations",schemaPath:"#/properties/calibrations/required",keyword:"required",params:{missingProperty: "left"},message:"must have required property '"+"left"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data2.right === undefined){
const err6 = {instancePath:instancePath+"/calibrations",schemaPath:"#/properties/calibrations/required",keyword:"required",params:{missingProperty: "right"},message:"must have required property '"+"right"+"'"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data2.left !== undefined){
let data3 = data2.left;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.fx === undefined){
const err7 = {instancePath:instancePath+"/calibrations/left",schemaPath:"#/$defs/CameraCalibration/required",keyword:"required",params:{missingProperty: "fx"},message:"must have required property '"+"fx"+"'"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data3.fy === undefined){
const err8 = {instancePath:instancePath+"/calibrations/left",schemaPath:"#/$defs/CameraCalibration/required",keyword:"required",params:{missingProperty: "fy"},message:"must have required property '"+"fy"+"'"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data3.cx === undefined){
const err9 = {instancePath:instancePath+"/calibrations/left",schemaPath:"#/$defs/CameraCalibration/required",keyword:"required",params:{missingProperty: "cx"},message:"must have required property '"+"cx"+"'"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data3.cy === undefined){
const err10 = {instancePath:instancePath+"/calibrations/left",schemaPath:"#/$defs/CameraCalibration/required",keyword:"required",params:{missingProperty: "cy"},message:"must have required property '"+"cy"+"'"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data3.fx !== undefined){
let data4 = data3.fx;
if(!((typeof data4 == "number") && (isFinite(data4)))){
const err11 = {instancePath:instancePath+"/calibrations/left/fx",schemaPath:"#/$defs/CameraCalibration/properties/fx/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data3.fy !== undefined){
let data5 = data3.fy;
if(!((typeof data5 == "number") && (isFinite(data5)))){
const err12 = {instancePath:instancePath+"/calibrations/left/fy",schemaPath:"#/$defs/CameraCalibration/properties/fy/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data3.cx !== undefined){
let data6 = data3.cx;
if(!((typeof data6 == "number") && (isFinite(data6)))){
const err13 = {instancePath:instancePath+"/calibrations/left/cx",schemaPath:"#/$defs/CameraCalibration/properties/cx/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data3.cy !== undefined){
let data7 = data3.cy;
if(!((typeof data7 == "number") && (isFinite(data7)))){
const err14 = {instancePath:instancePath+"/calibrations/left/cy",schemaPath:"#/$defs/CameraCalibration/properties/cy/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data3.k1 !== undefined){
let data8 = data3.k1;
if(!((typeof data8 == "number") && (isFinite(data8)))){
const err15 = {instancePath:instancePath+"/calibrations/left/k1",schemaPath:"#/$defs/CameraCalibration/properties/k1/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data3.k2 !== undefined){
let data9 = data3.k2;
if(!((typeof data9 == "number") && (isFinite(data9)))){
const err16 = {instancePath:instancePath+"/calibrations/left/k2",schemaPath:"#/$defs/CameraCalibration/properties/k2/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data3.k3 !== undefined){
let data10 = data3.k3;
if(!((typeof data10 == "number") && (isFinite(data10)))){
const err17 = {instancePath:instancePath+"/calibrations/left/k3",schemaPath:"#/$defs/CameraCalibration/properties/k3/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data3.p1 !== undefined){
let data11 = data3.p1;
if(!((typeof data11 == "number") && (isFinite(data11)))){
const err18 = {instancePath:instancePath+"/calibrations/left/p1",schemaPath:"#/$defs/CameraCalibration/properties/p1/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data3.p2 !== undefined){
let data12 = data3.p2;
if(!((typeof data12 == "number") && (isFinite(data12)))){
const err19 = {instancePath:instancePath+"/calibrations/left/p2",schemaPath:"#/$defs/CameraCalibration/properties/p2/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data3.rmsError !== undefined){
let data13 = data3.rmsError;
if(!((typeof data13 == "number") && (isFinite(data13)))){
const err20 = {instancePath:instancePath+"/calibrations/left/rmsError",schemaPath:"#/$defs/CameraCalibration/properties/rmsError/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
else {
const err21 = {instancePath:instancePath+"/calibrations/left",schemaPath:"#/$defs/CameraCalibration/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data2.right !== undefined){
let data14 = data2.right;
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
if(data14.fx === undefined){
const err22 = {instancePath:instancePath+"/calibrations/right",schemaPath:"#/$defs/CameraCalibration/required",keyword:"required",params:{missingProperty: "fx"},message:"must have required property '"+"fx"+"'"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(data14.fy === undefined){
const err23 = {instancePath:instancePath+"/calibrations/right",schemaPath:"#/$defs/CameraCalibration/required",keyword:"required",params:{missingProperty: "fy"},message:"must have required property '"+"fy"+"'"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(data14.cx === undefined){
const err24 = {instancePath:instancePath+"/calibrations/right",schemaPath:"#/$defs/CameraCalibration/required",keyword:"required",params:{missingProperty: "cx"},message:"must have required property '"+"cx"+"'"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(data14.cy === undefined){
const err25 = {instancePath:instancePath+"/calibrations/right",schemaPath:"#/$defs/CameraCalibration/required",keyword:"required",params:{missingProperty: "cy"},message:"must have required property '"+"cy"+"'"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(data14.fx !== undefined){
let data15 = data14.fx;
if(!((typeof data15 == "number") && (isFinite(data15)))){
const err26 = {instancePath:instancePath+"/calibrations/right/fx",schemaPath:"#/$defs/CameraCalibration/properties/fx/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data14.fy !== undefined){
let data16 = data14.fy;
if(!((typeof data16 == "number") && (isFinite(data16)))){
const err27 = {instancePath:instancePath+"/calibrations/right/fy",schemaPath:"#/$defs/CameraCalibration/properties/fy/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data14.cx !== undefined){
let data17 = data14.cx;
if(!((typeof data17 == "number") && (isFinite(data17)))){
const err28 = {instancePath:instancePath+"/calibrations/right/cx",schemaPath:"#/$defs/CameraCalibration/properties/cx/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data14.cy !== undefined){
let data18 = data14.cy;
if(!((typeof data18 == "number") && (isFinite(data18)))){
const err29 = {instancePath:instancePath+"/calibrations/right/cy",schemaPath:"#/$defs/CameraCalibration/properties/cy/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data14.k1 !== undefined){
let data19 = data14.k1;
if(!((typeof data19 == "number") && (isFinite(data19)))){
const err30 = {instancePath:instancePath+"/calibrations/right/k1",schemaPath:"#/$defs/CameraCalibration/properties/k1/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data14.k2 !== undefined){
let data20 = data14.k2;
if(!((typeof data20 == "number") && (isFinite(data20)))){
const err31 = {instancePath:instancePath+"/calibrations/right/k2",schemaPath:"#/$defs/CameraCalibration/properties/k2/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data14.k3 !== undefined){
let data21 = data14.k3;
if(!((typeof data21 == "number") && (isFinite(data21)))){
const err32 = {instancePath:instancePath+"/calibrations/right/k3",schemaPath:"#/$defs/CameraCalibration/properties/k3/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data14.p1 !== undefined){
let data22 = data14.p1;
if(!((typeof data22 == "number") && (isFinite(data22)))){
const err33 = {instancePath:instancePath+"/calibrations/right/p1",schemaPath:"#/$defs/CameraCalibration/properties/p1/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
if(data14.p2 !== undefined){
let data23 = data14.p2;
if(!((typeof data23 == "number") && (isFinite(data23)))){
const err34 = {instancePath:instancePath+"/calibrations/right/p2",schemaPath:"#/$defs/CameraCalibration/properties/p2/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data14.rmsError !== undefined){
let data24 = data14.rmsError;
if(!((typeof data24 == "number") && (isFinite(data24)))){
const err35 = {instancePath:instancePath+"/calibrations/right/rmsError",schemaPath:"#/$defs/CameraCalibration/properties/rmsError/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
}
else {
const err36 = {instancePath:instancePath+"/calibrations/right",schemaPath:"#/$defs/CameraCalibration/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
}
else {
const err37 = {instancePath:instancePath+"/calibrations",schemaPath:"#/properties/calibrations/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
if(data.imageWidth !== undefined){
let data25 = data.imageWidth;
if(!((typeof data25 == "number") && (isFinite(data25)))){
const err38 = {instancePath:instancePath+"/imageWidth",schemaPath:"#/properties/imageWidth/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(data.imageHeight !== undefined){
let data26 = data.imageHeight;
if(!((typeof data26 == "number") && (isFinite(data26)))){
const err39 = {instancePath:instancePath+"/imageHeight",schemaPath:"#/properties/imageHeight/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
if(data.gridWidth !== undefined){
let data27 = data.gridWidth;
if(!((typeof data27 == "number") && (isFinite(data27)))){
const err40 = {instancePath:instancePath+"/gridWidth",schemaPath:"#/properties/gridWidth/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(data.gridHeight !== undefined){
let data28 = data.gridHeight;
if(!((typeof data28 == "number") && (isFinite(data28)))){
const err41 = {instancePath:instancePath+"/gridHeight",schemaPath:"#/properties/gridHeight/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
if(data.squareSize !== undefined){
let data29 = data.squareSize;
if(!((typeof data29 == "number") && (isFinite(data29)))){
const err42 = {instancePath:instancePath+"/squareSize",schemaPath:"#/properties/squareSize/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
if(data.rmsErrorStereo !== undefined){
let data30 = data.rmsErrorStereo;
if(!((typeof data30 == "number") && (isFinite(data30)))){
const err43 = {instancePath:instancePath+"/rmsErrorStereo",schemaPath:"#/properties/rmsErrorStereo/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
}
else {
const err44 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
validate48.errors = vErrors;
return errors === 0;
}
validate48.evaluated = {"props":{"R":true,"T":true,"calibrations":true,"imageWidth":true,"imageHeight":true,"gridWidth":true,"gridHeight":true,"squareSize":true,"rmsErrorStereo":true},"dynamicProps":false,"dynamicItems":false};

export const track = validate21;

